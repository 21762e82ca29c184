/* copied_passes.c: copies blocks of an array to a buffer in each round, and sums the array twice.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

enum { N = 100000, BLOCK = 500, ROUNDS = 20, SUMS = 2 };

static double field[N], buffer[BLOCK];

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) field[i] = i % 9;
  for (int round = 0; round < ROUNDS; round++)
    for (int at = 0; at < N; at += BLOCK) {
      memcpy(buffer, &field[at], sizeof buffer);
      sum += buffer[round];
    }
  for (int k = 0; k < SUMS; k++)
    for (int i = 0; i < N; i++) sum += field[i];
  printf("%g\n", sum);
  return 0;
}
