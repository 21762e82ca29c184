/* tiles.c: multiplies matrices in blocks, each of which is used again while the cache holds it. The loops over blocks
 * bring the data into the cache again. -DBOUND: a variable contains the end of a block.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 192, PAD = 8, BLOCK = 32 };

static double a[N][N + PAD], b[N][N + PAD], c[N][N + PAD];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  for (int ii = 0; ii < N; ii += BLOCK)
    for (int kk = 0; kk < N; kk += BLOCK)
      for (int jj = 0; jj < N; jj += BLOCK) {
#ifdef BOUND
        const int end = jj + BLOCK < N ? jj + BLOCK : N;
#else
#define end jj + BLOCK
#endif
        for (int i = ii; i < ii + BLOCK; i++)
          for (int k = kk; k < kk + BLOCK; k++)
            for (int j = jj; j < end; j++) c[i][j] += a[i][k] * b[k][j];
      }
  printf("%g\n", c[3][5]);
  return 0;
}
