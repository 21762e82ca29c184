/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_projection.h: random projection: vectors with a dimension for each basic block become points of few
 * dimensions, nearly without a change of the proportions of distances. */
#pragma once

#include <stdint.h>

/* The number that SimPoint uses. */
enum { PHASES_DIMENSIONS = 15 };

typedef struct {
  double at[PHASES_DIMENSIONS];
} PhasesPoint;

/* Adds the direction of block number `block`, times `count`, to a point. The coordinates of a direction are from -1 to
 * 1; seed and block determine them. */
void phases_projection_add(PhasesPoint *point, uint64_t seed, uint64_t block, double count);

/* Returns the squared distance of two points. */
static inline double phases_point_distance(const PhasesPoint *a, const PhasesPoint *b) {
  double sum = 0;
  for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
  return sum;
}

/* Adds a point times a factor. */
static inline void phases_point_add(PhasesPoint *to, const PhasesPoint *point, double times) {
  for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) to->at[i] += point->at[i] * times;
}
