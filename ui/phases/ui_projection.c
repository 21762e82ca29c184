/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_projection.c: The matrix of the projection is not stored: the row of a block is computed from its number. */
#include "ui/phases/ui_projection.h"

#include "ui/phases/ui_random.h"

void ui_projection_add(UiPoint *point, uint64_t seed, uint64_t block, double count) {
  uint64_t state = block;
  state = ui_random_next(&state) ^ seed;
  state = ui_random_next(&state);
  for (unsigned i = 0; i < UI_DIMENSIONS; i++) point->at[i] += count * (2 * ui_random_unit(&state) - 1);
}
