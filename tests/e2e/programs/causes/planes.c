/* planes.c: for each cell, adds the values of the cell in all planes. The planes are a power of two apart, so that the
 * lines of a cell fall into one set of the cache. With -DMANY, the planes of a cell have more lines than the cache.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#define FEW 12
#define LOTS 700
#ifdef MANY
enum { PLANES = LOTS, CELLS = 520, ROUNDS = 1 };
#else
enum { PLANES = FEW, CELLS = 8192, ROUNDS = 4 };
#endif

static double values[PLANES * CELLS], sums[CELLS];

int main(void) {
  for (int k = 0; k < PLANES * CELLS; k++) values[k] = k % 7;
  for (int round = 0; round < ROUNDS; round++)
    for (int cell = 0; cell < CELLS; cell++) {
      double sum = 0;
#ifdef MANY
      for (int plane = 0; plane < LOTS; plane++) sum += values[plane * CELLS + cell];
#else
      for (int plane = 0; plane < FEW; plane++) sum += values[plane * CELLS + cell];
#endif
      sums[cell] += sum;
    }
  printf("%g\n", sums[CELLS / 2]);
  return 0;
}
