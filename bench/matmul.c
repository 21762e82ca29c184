/* matmul.c: multiplies two square matrices of doubles, row by column, without blocking.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { N = 520 };

static double x[N][N], y[N][N], z[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x[i][j] = (i * 7 + j) % 13;
      y[i][j] = (i + j * 5) % 11;
    }
}

static void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += x[i][k] * y[k][j];
      z[i][j] = sum;
    }
}

int main(void) {
  fill();
  multiply();
  double trace = 0;
  for (int i = 0; i < N; i++) trace += z[i][i];
  printf("%.0f\n", trace);
  return 0;
}
