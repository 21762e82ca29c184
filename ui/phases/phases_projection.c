/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_projection.c: implements the projection. The matrix of the projection is not stored; the row of a block is
 * computed from the number of the block. */
#include "ui/phases/phases_projection.h"

#include "ui/phases/phases_random.h"

void phases_projection_add(PhasesPoint *point, uint64_t seed, uint64_t block, double count) {
  uint64_t state = block;
  state = phases_random_next(&state) ^ seed;
  state = phases_random_next(&state);
  for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) point->at[i] += count * (2 * phases_random_unit(&state) - 1);
}
