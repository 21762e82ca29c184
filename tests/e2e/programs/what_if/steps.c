/* steps.c: reads columns of matrices. No type contains the length of their rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 640, COLUMNS = 64, FEW = 64, WAY = 512, SWEEPS = 300 };

/* Reads all columns, one after the other; they do not fit into the cache. */
static double sum_long(const double *longer) {
  double sum = 0;
  for (int column = 0; column < COLUMNS; column++)
    for (int row = 0; row < ROWS; row++) sum += longer[row * COLUMNS + column];
  return sum;
}

/* Reads some columns, each of which is in one set of the cache. */
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
