/* steps.c: columns of matrices of which no type says how long their rows are.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 640, COLUMNS = 64, FEW = 64, WAY = 512, SWEEPS = 300 };

/* All columns, one after the other, of more than the cache holds. */
static double sum_long(const double *longer) {
  double sum = 0;
  for (int column = 0; column < COLUMNS; column++)
    for (int row = 0; row < ROWS; row++) sum += longer[row * COLUMNS + column];
  return sum;
}

/* Some columns, each of which is in one set of the cache. */
static double sum_sets(const double *sets) {
  double sum = 0;
  for (int column = 0; column < 8; column++)
    for (int row = 0; row < FEW; row++) sum += sets[row * WAY + column];
  return sum;
}

int main(void) {
  double *longer = calloc(ROWS * COLUMNS, sizeof *longer), *sets = calloc(FEW * WAY, sizeof *sets), sum = 0;
  for (int i = 0; i < 4; i++) sum += sum_long(longer);
  for (int i = 0; i < SWEEPS; i++) sum += sum_sets(sets);
  printf("%g\n", sum);
  free(longer);
  free(sets);
  return 0;
}
