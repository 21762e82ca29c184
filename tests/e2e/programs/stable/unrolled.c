/* Calls that a compiler makes several times of one in the source, in C. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4, N = 400 };

typedef struct {
  double *row[ROWS];
} Table;

static Table table;

__attribute__((noinline)) static long unnamed(const long *block) {
  const long first = block[0];
  return first;
}

int main(void) {
  double sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i < ROWS; i++) table.row[i] = calloc(N, sizeof(double));
#pragma GCC unroll 4
  for (int i = 0; i < ROWS; i++) sum += unnamed(calloc(N + 1, sizeof(long)));
  for (int i = 0; i < ROWS * N; i++) sum += table.row[i % ROWS][i / ROWS];
  printf("%g\n", sum);
  return 0;
}
