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

static int number[ROWS], place_of[ROWS];

/* Numbers the unknowns, which are at places of a line. */
static void renumber(void) {
  for (int p = 0; p < ROWS; p++) number[p] = p;
#ifndef REPAIRED
  unsigned state = 1;
  for (int p = ROWS - 1; p > 0; p--) {
    state = state * 1664525 + 1013904223;
    int other = (int)((state >> 8) % (unsigned)(p + 1)), kept = number[p];
    number[p] = number[other];
    number[other] = kept;
  }
#endif
  for (int p = 0; p < ROWS; p++) place_of[number[p]] = p;
}

static void build(void) {
  renumber();
  for (int i = 0, n = 0; i < ROWS; i++)
    for (int k = 0; k < NEAR; k++, n++) {
      column[n] = number[(place_of[i] + k * 3) % ROWS];
      value[n] = 1.0 / (1 + k);
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
