/* good_and_bad.c: one loop goes through a table by rows, another one through the same table by columns. With REPAIRED:
 * both by rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { ROWS = 900, COLUMNS = 280, ROUNDS = 4 };

static double table[ROWS][COLUMNS];

static void soften(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 2; j < COLUMNS; j++) table[i][j] = (table[i][j] + table[i][j - 1] + table[i][j - 2]) / 3;
}

static double largest(void) {
  double most = 0;
#ifdef REPAIRED
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
#else
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++)
#endif
      if (table[i][j] > most) most = table[i][j];
  return most;
}

int main(void) {
  for (int i = 0; i < ROWS; i++) table[i][i % COLUMNS] = i;
  double sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    soften();
    sum += largest();
  }
  printf("%g\n", sum);
  return 0;
}
