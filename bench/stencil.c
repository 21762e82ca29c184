/* stencil.c: each thread updates its rows of a grid from their neighbours. After each step all threads wait at a
 * barrier in which they spin, without a pause or a system call.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { ROWS = 64, COLUMNS = 256, STEPS = 150 };

static float grids[2][TEAM_MOST * ROWS + 2][COLUMNS];
static unsigned size, steps;

static struct {
  _Alignas(TEAM_LINE) unsigned arrived;
  _Alignas(TEAM_LINE) volatile unsigned turn;
} barrier;

static void wait_for_all(void) {
  const unsigned turn = barrier.turn;
  if (__atomic_add_fetch(&barrier.arrived, 1, __ATOMIC_ACQ_REL) == size) {
    barrier.arrived = 0;
    __atomic_store_n(&barrier.turn, turn + 1, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(&barrier.turn, __ATOMIC_ACQUIRE) == turn) continue;
  }
}

static void step(unsigned number, float (*to)[COLUMNS], float (*from)[COLUMNS]) {
  for (unsigned i = 1 + number * ROWS; i <= (number + 1) * ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      to[i][j] = 0.25f * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void work(unsigned number) {
  for (unsigned i = 0; i < steps; i++) {
    step(number, grids[(i + 1) % 2], grids[i % 2]);
    wait_for_all();
  }
}

int main(int argc, char **argv) {
  size = team_size(argc, argv);
  steps = team_amount(argc, argv, STEPS);
  for (int j = 0; j < COLUMNS; j++) grids[0][0][j] = grids[1][0][j] = (float)(j * 100);
  team_run(size, work);
  double sum = 0;
  for (unsigned i = 1; i <= size * ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) sum += grids[steps % 2][i][j];
  printf("%.3f\n", sum);
  return 0;
}
