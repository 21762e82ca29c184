/* sixteen_loops.c: sixteen loops load the same array, which exceeds the first-level cache.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 20000, ROUNDS = 6 };

static int level[N];

int main(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) level[i] = i % 100;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < N; i++) sum += level[i] / 2;
    for (int i = 0; i < N; i++) sum += level[i] / 3;
    for (int i = 0; i < N; i++) sum += level[i] / 5;
    for (int i = 0; i < N; i++) sum += level[i] / 7;
    for (int i = 0; i < N; i++) sum += level[i] % 3;
    for (int i = 0; i < N; i++) sum += level[i] % 5;
    for (int i = 0; i < N; i++) sum += level[i] % 7;
    for (int i = 0; i < N; i++) sum += level[i] % 9;
    for (int i = 0; i < N; i++) sum += level[i] & 3;
    for (int i = 0; i < N; i++) sum += level[i] & 5;
    for (int i = 0; i < N; i++) sum += level[i] & 7;
    for (int i = 0; i < N; i++) sum += level[i] & 9;
    for (int i = 0; i < N; i++) sum += level[i] ^ 3;
    for (int i = 0; i < N; i++) sum += level[i] ^ 5;
    for (int i = 0; i < N; i++) sum += level[i] ^ 7;
    for (int i = 0; i < N; i++) sum += level[i] ^ 9;
  }
  printf("%ld\n", sum);
  return 0;
}
