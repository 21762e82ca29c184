/* SPDX-License-Identifier: GPL-2.0-or-later
 * across.c: multiplies matrices. The innermost loop goes across the rows of `right`, whose lines a small cache does not
 * keep from one iteration of the outermost loop to the next. */
#include <stdio.h>

enum { N = 160 };
static double left[N][N], right[N][N], product[N][N];

__attribute__((noinline)) static void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += left[i][k] * right[k][j];
      product[i][j] += sum;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) left[i][j] = i + j, right[i][j] = i - j;
  multiply();
  printf("%g\n", product[3][4]);
  return 0;
}
