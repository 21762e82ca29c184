/* Two loops go through an array that the cache does not hold. The misses of the sum overlap. Each address of the chain
 * contains the element before (without effect), so that the chain has most of the stall, although it has fewer misses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 20000, SUMS = 8, CHAINS = 3 };
static long next[N];
long none;

int main(void) {
  long sum = 0, at = 0;
  for (int i = 0; i < N; i++) next[i] = (i + 1) % N;
  for (int round = 0; round < SUMS; round++)
    for (int i = 0; i < N; i++) sum += next[i];
  for (int round = 0; round < CHAINS; round++)
    for (int i = 0; i < N; i++) at = next[i + (at & none)];
  printf("%ld %ld\n", sum, at);
}
