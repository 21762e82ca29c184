/* triad.c: each thread streams through three vectors of its own, a few times: a[i] = b[i] + s * c[i].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { WORDS = 64 * 1024, ROUNDS = 80 };

static _Alignas(TEAM_LINE) double a[TEAM_MOST][WORDS], b[TEAM_MOST][WORDS], c[TEAM_MOST][WORDS];
static unsigned rounds;

static void work(unsigned number) {
  for (int i = 0; i < WORDS; i++) {
    b[number][i] = i;
    c[number][i] = i % 7;
  }
  for (unsigned round = 0; round < rounds; round++)
    for (int i = 0; i < WORDS; i++) a[number][i] = b[number][i] + round * c[number][i];
}

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv);
  rounds = team_amount(argc, argv, ROUNDS);
  team_run(n, work);
  double sum = 0;
  for (unsigned i = 0; i < n; i++) sum += a[i][WORDS - 1 - i];
  printf("%.0f\n", sum);
  return 0;
}
