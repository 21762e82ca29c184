/* plane_sweep.c: smooths a field of three dimensions along its last dimension.
 *
 * Defect: the innermost loop runs over the first index, so that each step is a plane of 2,448 bytes away. In field and
 *   smooth, line "smooth[x][y][z] = ...".
 * Expert: loop order; make z the innermost loop.
 * Remedy: with REPAIRED, the loops are in the order x, y, z.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { NX = 700, NY = 18, NZ = 34, STEPS = 2 };

static float field[NX][NY][NZ], smooth[NX][NY][NZ];

static void fill(void) {
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      for (int z = 0; z < NZ; z++) field[x][y][z] = (float)(x * 7 + y * 3 + z % 11);
}

static void relax(void) {
#ifdef REPAIRED
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      for (int z = 1; z < NZ - 1; z++) smooth[x][y][z] = (field[x][y][z - 1] + field[x][y][z] + field[x][y][z + 1]) / 3;
#else
  for (int y = 0; y < NY; y++)
    for (int z = 1; z < NZ - 1; z++)
      for (int x = 0; x < NX; x++) smooth[x][y][z] = (field[x][y][z - 1] + field[x][y][z] + field[x][y][z + 1]) / 3;
#endif
}

int main(void) {
  fill();
  for (int step = 0; step < STEPS; step++) relax();
  double sum = 0;
  for (int x = 0; x < NX; x++) sum += smooth[x][x % NY][x % NZ];
  printf("%.3f\n", sum);
  return 0;
}
