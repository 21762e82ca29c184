/* sweep_group_batch.h: references that are collected for a stack group (sweep_group.h) and made together.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_stack.h"

typedef struct sweep_group sweep_group;

/* The maximum number of references in a batch, each to one line. */
enum { SWEEP_GROUP_BATCH = 1 << SWEEP_USE_NUMBER_BITS };
typedef struct {
  uint64_t uses[SWEEP_GROUP_BATCH];     /* each from sweep_use_make(); their lines are below SWEEP_USE_LINES */
  uint64_t *counted[SWEEP_GROUP_BATCH]; /* the sweep_group_counts() of each use */
  uint32_t n;
} sweep_group_batch;

/* Records a use (sweep_use_make()) of a line. *newest is the most recent use of the line's set; it becomes the new use,
 * which counts as a store if the line was stored to since it came. Branch-free. Returns 1 if the use can change
 * something, else 0: the most recent line of a set of the D1 with the fewest sets is in all D1s. */
__attribute__((always_inline)) static inline uint32_t sweep_newest_take(uint64_t *newest, uint64_t use) {
  const uint64_t before = *newest;
  const uint64_t is_same = (before ^ use) <= SWEEP_USE_OWN; /* arithmetic, since a comparison would become a jump */
  *newest = use | (before & -is_same);
  return *newest != before;
}
