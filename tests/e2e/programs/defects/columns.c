/* columns.c: sums a matrix by columns. With REPAIRED, by rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { SIDE = 600, SWEEPS = 3 };

double matrix[SIDE][SIDE];

static double total(void) {
  double sum = 0;
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
#ifdef REPAIRED
      sum += matrix[i][j];
#else
      sum += matrix[j][i];
#endif
  return sum;
}

int main(void) {
  double sum = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++) sum += total();
  printf("%g\n", sum);
  return 0;
}
