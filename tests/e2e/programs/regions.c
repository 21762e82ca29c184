/* regions.c: parallel regions of OpenMP that capture pointers and a struct.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { N = 60000, ROUNDS = 3 };
typedef struct {
  double *diagonal;
  int *column;
} Matrix;

__attribute__((noinline)) static void multiply(const Matrix *matrix, const double *from, double *to) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) to[i] = matrix->diagonal[i] * from[matrix->column[i]];
}

int main(void) {
  Matrix matrix = {malloc(N * sizeof(double)), malloc(N * sizeof(int))};
  double *input = malloc(N * sizeof *input), *output = calloc(N, sizeof *output);
  for (int i = 0; i < N; i++) {
    matrix.diagonal[i] = i;
    matrix.column[i] = (int)(i * 7919L % N);
    input[i] = 1;
  }
  for (int round = 0; round < ROUNDS; round++) multiply(&matrix, input, output);
  printf("%g\n", output[7]);
  return 0;
}
