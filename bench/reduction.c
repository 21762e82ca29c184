/* reduction.c: OpenMP: a sequence of short parallel loops, each of which updates an array and adds it up. With
 * OMP_WAIT_POLICY=active the threads spin between the loops. Its arguments are those of team.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { WORDS = 20000, LOOPS = 800 };

static uint32_t words[WORDS];

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv), loops = n > 0 ? team_amount(argc, argv, LOOPS) : 0;
  uint32_t sum = 1;
  for (unsigned loop = 0; loop < loops; loop++) {
    uint32_t next = 0;
#pragma omp parallel for num_threads(n) reduction(+ : next)
    for (int i = 0; i < WORDS; i++) next += words[i] = words[i] * 5 + sum;
    sum = next;
  }
  printf("%u\n", sum);
  return 0;
}
