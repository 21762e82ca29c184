/* one_loop.c: a loop that stores two arrays, and one that goes through them once: with -O3, by vectors. With -DSTEP=8,
 * it uses one element of each line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#ifndef STEP
#define STEP 1
#endif
enum { N = 400000 };

static double __attribute__((noinline)) sum_of(const double *prices, const double *amounts) {
  double sums[4] = {0};
#if STEP == 1
  for (int i = 0; i < N; i += 4)
    for (int k = 0; k < 4; k++) sums[k] += prices[i + k] * amounts[i + k];
#else
  for (int i = 0; i < N; i += STEP) sums[0] += prices[i] * amounts[i];
#endif
  return sums[0] + sums[1] + sums[2] + sums[3];
}

int main(void) {
  double *prices = malloc(N * sizeof *prices), *amounts = malloc(N * sizeof *amounts), sum = 0;
  for (int i = 0; i < N; i++) {
    prices[i] = i * 0.5;
    amounts[i] = i % 13;
  }
  for (int round = 0; round < (STEP == 1 ? 1 : 8); round++) sum += sum_of(prices, amounts);
  printf("%g\n", sum);
  return 0;
}
