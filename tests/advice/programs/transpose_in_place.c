/* transpose_in_place.c: transposes a square matrix in its own memory.
 *
 * Defect: one of the two elements that swap moves down a column, and its lines leave the cache before their other
 *   elements are used.
 * Expert: exchanging the loops does not help, since the other element then moves down a column: transpose in tiles.
 * Remedy: with REPAIRED, the matrix is transposed in tiles of 12 x 12 elements.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { N = 900, TILE = 12 };

static double m[N][N + 4];

static void swap(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}

static void transpose(void) {
#ifdef REPAIRED
  for (int ii = 0; ii < N; ii += TILE)
    for (int jj = 0; jj <= ii; jj += TILE)
      for (int i = ii; i < ii + TILE; i++)
        for (int j = jj; j < jj + TILE && j < i; j++) swap(&m[i][j], &m[j][i]);
#else
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) swap(&m[i][j], &m[j][i]);
#endif
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) m[i][j] = i * 3 - j;
  transpose();
  transpose();
  transpose();
  printf("%g %g\n", m[3][N - 1], m[N - 1][3]);
  return 0;
}
