/* in_turn.c: four arrays whose references miss in turn, so that each fourth miss is on the same array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 100000, ROUNDS = 4 };
double sums[N], first[N], second[N], third[N];

int main(int argc, char **argv) {
  (void)argv;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < N; i++) sums[i] = first[i] + second[i] * third[i] * round;
  printf("%g\n", sums[argc]);
  return 0;
}
