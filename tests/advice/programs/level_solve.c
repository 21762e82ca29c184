/* level_solve.c: solves a sparse lower triangular system by levels: all unknowns of a level depend on earlier levels.
 *
 * Defect: the unknowns of a level are spread over the matrix, so that the rows of a level, and their unknowns, are
 *   scattered over memory.
 * Expert: rows are read in the order of order[]: renumber the rows by level, so that a level is contiguous.
 * Remedy: with REPAIRED, the rows are stored in the order of their levels.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { SIDE = 150, N = SIDE * SIDE };

static double west[N], south[N], diagonal[N], x[N], b[N];
static int order[N], place[N];

/* The places of a grid's points by diagonals, which are the levels. */
static void find_levels(void) {
  int n = 0;
  for (int level = 0; level <= 2 * (SIDE - 1); level++)
    for (int i = level < SIDE ? 0 : level - SIDE + 1; i <= level && i < SIDE; i++) order[n++] = i * SIDE + level - i;
  for (int k = 0; k < N; k++) {
#ifdef REPAIRED
    place[order[k]] = k;
#else
    place[k] = k;
#endif
  }
}

static int west_of[N], south_of[N];

static void fill(void) {
  for (int point = 0; point < N; point++) {
    int k = place[point], i = point / SIDE, j = point % SIDE;
    west_of[k] = j ? place[point - 1] : k;
    south_of[k] = i ? place[point - SIDE] : k;
    west[k] = j ? -1 : 0;
    south[k] = i ? -1 : 0;
    diagonal[k] = 4;
    b[k] = point % 7;
  }
#ifdef REPAIRED
  for (int k = 0; k < N; k++) order[k] = k;
#endif
}

static void solve(void) {
  for (int n = 0; n < N; n++) {
    int k = order[n];
    x[k] = (b[k] - west[k] * x[west_of[k]] - south[k] * x[south_of[k]]) / diagonal[k];
  }
}

int main(void) {
  find_levels();
  fill();
  for (int step = 0; step < 6; step++) solve();
  double sum = 0;
  for (int point = 0; point < N; point++) sum += x[place[point]] * (point % 3);
  printf("%.6f\n", sum);
  return 0;
}
