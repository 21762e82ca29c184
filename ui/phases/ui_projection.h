/* ui_projection.h: random projection: vectors of as many dimensions as a program has blocks become points of few, whose
 * distances are nearly in the same proportion.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PROJECTION_H
#define UI_UI_PROJECTION_H

#include <stdint.h>

/* As many as in SimPoint. */
enum { UI_DIMENSIONS = 15 };

typedef struct {
  double at[UI_DIMENSIONS];
} UiPoint;

/* Adds to a point what `count` of block number `block` comes to: the block's direction times the count. Each block has
 * a direction of its own, of numbers from -1 to 1, which `seed` chooses. */
void ui_projection_add(UiPoint *point, uint64_t seed, uint64_t block, double count);

/* The square of the distance of two points. */
static inline double ui_point_distance(const UiPoint *a, const UiPoint *b) {
  double sum = 0;
  for (unsigned i = 0; i < UI_DIMENSIONS; i++) sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
  return sum;
}

/* Adds a point, `times` times. */
static inline void ui_point_add(UiPoint *to, const UiPoint *point, double times) {
  for (unsigned i = 0; i < UI_DIMENSIONS; i++) to->at[i] += point->at[i] * times;
}

#endif
