/* last_rows.c: computes each row of a table from the row before it. -DALL: sums all rows at the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { ROWS = 400, COLUMNS = 500 };

static long table[ROWS][COLUMNS];

int main(void) {
  long sum = 0;
  for (int j = 0; j < COLUMNS; j++) table[0][j] = j % 7;
  for (int i = 1; i < ROWS; i++)
    for (int j = 1; j < COLUMNS; j++) table[i][j] = (table[i - 1][j] + table[i][j - 1] + table[i - 1][j - 1]) % 1000;
#ifdef ALL
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) sum += table[i][j];
#endif
  printf("%ld\n", sum + table[ROWS - 1][COLUMNS - 1]);
  return 0;
}
