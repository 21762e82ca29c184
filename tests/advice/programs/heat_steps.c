/* heat_steps.c: conducts heat along a rod for many steps.
 *
 * Defect: the rod does not fit into the first-level cache, and each step runs over all of it.
 * Expert: block in time: the loop over steps in main() carries the reuse of now and next.
 * Remedy: with REPAIRED, tiles of the rod advance by STEPS steps at a time (skewed).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { CELLS = 20000, STEPS = 32, TILE = 500 };

static double rod[2][CELLS + 2];

static void advance(int step, int from, int to) {
  const double *now = rod[step % 2];
  double *next = rod[(step + 1) % 2];
  if (from < 1) from = 1;
  if (to > CELLS + 1) to = CELLS + 1;
  for (int i = from; i < to; i++) next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

int main(void) {
  for (int i = 0; i < CELLS + 2; i++) rod[0][i] = rod[1][i] = i % 100;
#ifdef REPAIRED
  for (int tile = 1; tile < CELLS + 1 + STEPS; tile += TILE)
    for (int step = 0; step < STEPS; step++) advance(step, tile - step, tile + TILE - step);
#else
  for (int step = 0; step < STEPS; step++) advance(step, 1, CELLS + 1);
#endif
  double sum = 0;
  for (int i = 0; i < CELLS + 2; i++) sum += i % 13 * rod[STEPS % 2][i];
  printf("%.6f\n", sum);
  return 0;
}
