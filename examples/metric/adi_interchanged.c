/* adi_interchanged.c: the ADI integration with its loops interchanged, as in the paper's section 7.2.
 *
 * The quotient comes first, so that the loads are in the order of the paper's names: x_Read_0, a_Read_1, b_Read_2,
 * x_Read_3; a_Read_5, a_Read_6, b_Read_7, b_Read_8.
 * The result is not that of adi.c: b changes before all of x is made from it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/metric/kernel.h"

MATRIX(x); MATRIX(a); MATRIX(b);

KERNEL static void kernel(int n) {
  for (int i = 2; i < n; i++) {
    for (int k = 1; k < n; k++)
      { const double q = x[i - 1][k] * a[i][k] / b[i - 1][k]; x[i][k] = x[i][k] - q; }
    for (int k = 1; k < n; k++)
      { const double q = a[i][k] * a[i][k] / b[i - 1][k]; b[i][k] = b[i][k] - q; }
  }
}

int main(int argc, char **argv) {
  const int n = kernel_size(argc, argv);
  fill(x, 1);
  fill(a, 0.5);
  fill(b, 2);
  kernel(n);
  printf("%g %g\n", x[n - 1][n - 1], b[n - 1][n - 1]);
  return 0;
}
