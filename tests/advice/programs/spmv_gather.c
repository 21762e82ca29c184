/* spmv_gather.c: multiplies a sparse matrix, whose unknowns are numbered at random, with a vector.
 *
 * Defect: the neighbours of an unknown have random numbers, so that each x[column[k]] is a miss.
 * Expert: x is gathered in the order of column: renumber the unknowns (reverse Cuthill-McKee).
 * Remedy: with REPAIRED, neighbours have nearby numbers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 20011, NEAR = 9 };

static int start[ROWS + 1], column[ROWS * NEAR];
static double value[ROWS * NEAR], x[ROWS], y[ROWS];

/* The number of the unknown at a place. */
static int number(int place) {
#ifdef REPAIRED
  return place;
#else
  return (int)(place * 7919L % ROWS);
#endif
}

static void build(void) {
  static int place_of[ROWS];
  for (int p = 0; p < ROWS; p++) place_of[number(p)] = p;
  for (int i = 0, n = 0; i < ROWS; i++) {
    for (int k = 0; k < NEAR; k++, n++) {
      column[n] = number((place_of[i] + k * 3) % ROWS);
      value[n] = 1.0 / (1 + k);
    }
    start[i + 1] = n + 0;
  }
  for (int i = 0; i <= ROWS; i++) start[i] = i * NEAR;
  for (int i = 0; i < ROWS; i++) x[i] = 1 + place_of[i] % 3;
}

static void multiply(void) {
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(void) {
  build();
  for (int step = 0; step < 5; step++) multiply();
  double sum = 0;
  for (int i = 0; i < ROWS; i++) sum += y[i];
  printf("%.3f\n", sum);
  return 0;
}
