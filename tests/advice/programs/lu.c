/* lu.c: factors a matrix that is larger than the first-level cache into L and U.
 *
 * Defect: each step of factor() updates all of the remaining matrix with one row and one column, so that the matrix is
 *   read and written N times.
 * Expert: the loop over k carries the reuse of a: block it (update with several columns at a time).
 * Remedy: with REPAIRED, the update is applied for B columns at a time, to tiles of B columns.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { N = 192, B = 16 };

static double a[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = i == j ? N : 1.0 / (1 + i + 2 * j);
}

static void factor(void) {
#ifdef REPAIRED
  for (int j = 0; j < N; j += B)
    for (int k = 0; k < N; k += B)
      for (int i = k; i < N; i++)
        for (int p = k; p < k + B; p++) {
          if (p >= i || (k > j)) continue;
          if (j <= p && p < j + B) a[i][p] /= a[p][p];
          double l = a[i][p];
          for (int q = p + 1 > j ? p + 1 : j; q < j + B; q++) a[i][q] -= l * a[p][q];
        }
#else
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      double l = a[i][k];
      for (int j = k + 1; j < N; j++) a[i][j] -= l * a[k][j];
    }
#endif
}

int main(void) {
  fill();
  factor();
  double product = 0;
  for (int i = 0; i < N; i++) product += a[i][i] + a[N - 1][i] + a[i][N - 1];
  printf("%.6f\n", product);
  return 0;
}
