/* mm.c: matrix multiplication, as in the paper's section 7.1.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/metric/kernel.h"

MATRIX(xx); MATRIX(xy); MATRIX(xz);

KERNEL static void kernel(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
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
