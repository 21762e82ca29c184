/* counters.c: each thread increments a word of its own, and all words are in one line: each step is false sharing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { STEPS = 5000000, WORDS = 8 };

static _Alignas(TEAM_LINE) volatile long counters[TEAM_MOST];
static unsigned steps;

static void count(unsigned number) {
  for (unsigned i = 0; i < steps; i++) counters[number % WORDS]++;
}

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv);
  steps = team_amount(argc, argv, STEPS);
  team_run(n, count);
  long sum = 0;
  for (unsigned i = 0; i < TEAM_MOST; i++) sum += counters[i];
  printf("%ld\n", sum);
  return 0;
}
