/* transposed.c: a matrix product whose inner loop reads a column. With REPAIRED, the inner loop reads rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { ROWS = 8, INNER = 640, COLUMNS = 64 };

double a[ROWS][INNER], b[INNER][COLUMNS], c[ROWS][COLUMNS];

static void multiply(void) {
#ifdef REPAIRED
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < INNER; k++)
      for (int j = 0; j < COLUMNS; j++) c[i][j] += a[i][k] * b[k][j];
#else
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      for (int k = 0; k < INNER; k++) c[i][j] += a[i][k] * b[k][j];
#endif
}

int main(void) {
  for (int i = 0; i < ROWS; i++) a[i][i] = b[i][i] = i;
  multiply();
  printf("%g\n", c[7][7]);
  return 0;
}
