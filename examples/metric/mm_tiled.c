/* mm_tiled.c: mm with loops interchanged and tiled, as in the paper's section 7.1.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/metric/kernel.h"

enum { TILE = 16 };

MATRIX(xx); MATRIX(xy); MATRIX(xz);

/* k and j each have two conditions instead of the smaller of two bounds: to hold the bounds in registers, some
 * compilers would spill variables of the second loop to memory. */
KERNEL static void kernel(long n) {
  for (long jj = 0; jj < n; jj += TILE)
    for (long kk = 0; kk < n; kk += TILE)
      for (long i = 0; i < n; i++)
        for (long k = kk; k < kk + TILE && k < n; k++)
          for (long j = jj; j < jj + TILE && j < n; j++)
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
