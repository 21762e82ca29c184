/* handed_on.c: one loop stores an array that exceeds the cache, and another loop loads it. With -DBESIDE, another line of
 * the first loop loads the element before, and never misses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 100000, ROUNDS = 5 };
static double values[N];

int main(void) {
  double sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 1; i < N; i++) {
      values[i] = i * round;
#ifdef BESIDE
      sum += values[i - 1];
#endif
    }
    for (int i = 1; i < N; i++) sum += values[i];
  }
  printf("%g\n", sum);
  return 0;
}
