/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_projection.h: projects vectors randomly. A vector with one dimension for each basic block becomes a point with
 * few dimensions. The ratios of the distances between points change only slightly. */
#pragma once

#include <stdint.h>

/* The number of dimensions that SimPoint uses. */
enum { PHASES_DIMENSIONS = 15 };

typedef struct {
  double at[PHASES_DIMENSIONS];
} PhasesPoint;

/* Adds the direction of a block, times `count`, to a point. `block`: the number of the block. The coordinates of a
 * direction are from -1 to 1, and depend only on seed and block. */
void phases_projection_add(PhasesPoint *point, uint64_t seed, uint64_t block, double count);

/* Returns the squared distance between two points. */
static inline double phases_point_distance(const PhasesPoint *a, const PhasesPoint *b) {
  double sum = 0;
  for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
  return sum;
}

/* Adds a point, multiplied by `times`, to the point *to. */
static inline void phases_point_add(PhasesPoint *to, const PhasesPoint *point, double times) {
  for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) to->at[i] += point->at[i] * times;
}
