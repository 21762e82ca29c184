/* mm_tiled.c: mm with loops interchanged and tiled, as in the paper's section 7.1.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/metric/kernel.h"

enum { TILE = 16 };

MATRICES xx[ROWS], xy[ROWS], xz[ROWS];

static inline long min(long a, long b) { return a < b ? a : b; }

KERNEL static void kernel(long n) {
  for (long jj = 0; jj < n; jj += TILE)
    for (long kk = 0; kk < n; kk += TILE)
      for (long i = 0; i < n; i++)
        for (long k = kk; k < min(kk + TILE, n); k++)
          for (long j = jj; j < min(jj + TILE, n); j++)
            xx[i][j] = xy[i][k] * xz[k][j] + xx[i][j];
}

int main(int argc, char **argv) {
  const int n = kernel_size(argc, argv);
  fill(xy, 2);
  fill(xz, 3);
  kernel(n);
  printf("%g\n", xx[n - 1][n - 1]);
  return 0;
}
