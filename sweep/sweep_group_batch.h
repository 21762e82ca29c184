/* sweep_group_batch.h: references that are collected, and then simulated together in a stack group (sweep_group.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_stack.h"

typedef struct sweep_group sweep_group;

/* The maximum number of references in a batch. Each reference touches one line. */
enum { SWEEP_GROUP_BATCH = 1 << SWEEP_USE_NUMBER_BITS };
typedef struct {
  /* the uses, from sweep_use_make(); their line numbers are below SWEEP_USE_LINES */
  uint64_t uses[SWEEP_GROUP_BATCH];
  uint64_t *counted[SWEEP_GROUP_BATCH]; /* indexed by use: the counts (sweep_group_counts()) to which it belongs */
  uint32_t n;
} sweep_group_batch;

/* Records a use (sweep_use_make()) of a line. *newest is the most recent use of the line's set. The function replaces
 * it by the new use, which is a store if the line was stored to since it became the most recent one. Returns 1 if the
 * use can change a machine, else 0: all D1s hold the most recent line of a set of the D1 with the fewest sets. The code
 * has no branches. */
__attribute__((always_inline)) static inline uint32_t sweep_newest_take(uint64_t *newest, uint64_t use) {
  const uint64_t before = *newest;
  /* arithmetic, since compilers turn a comparison into a branch */
  const uint64_t is_same = (before ^ use) <= SWEEP_USE_OWN;
  *newest = use | (before & -is_same);
  return *newest != before;
}
