/* rows.c: multiplies matrices, the second one in blocks. Each thread computes rows of its own, and all threads read the
 * second matrix. No line is invalidated.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { N = 256, ROWS = 96, BLOCK = 32 };

static unsigned rows; /* rows of each thread */
static double x[TEAM_MOST * ROWS][N], y[N][N], z[TEAM_MOST * ROWS][N];

static void multiply_block(unsigned row, int from_k, int from_j) {
  for (int k = from_k; k < from_k + BLOCK; k++)
    for (int j = from_j; j < from_j + BLOCK; j++) z[row][j] += x[row][k] * y[k][j];
}

static void work(unsigned number) {
  for (unsigned row = number * rows; row < (number + 1) * rows; row++)
    for (int k = 0; k < N; k++) x[row][k] = (int)(row * 7 + (unsigned)k) % 13;
  for (int k = 0; k < N; k += BLOCK)
    for (int j = 0; j < N; j += BLOCK)
      for (unsigned row = number * rows; row < (number + 1) * rows; row++) multiply_block(row, k, j);
}

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv);
  rows = team_amount(argc, argv, ROWS);
  for (int k = 0; n > 0 && k < N; k++)
    for (int j = 0; j < N; j++) y[k][j] = (k + j * 5) % 11;
  team_run(n, work);
  double sum = 0;
  for (unsigned i = 0; i < n * rows; i++) sum += z[i][i % N];
  printf("%.0f\n", sum);
  return 0;
}
