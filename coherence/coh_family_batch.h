/* coh_family_batch.h: references of a family (coh_family.h) that are collected, and made together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FAMILY_BATCH_H
#define COHERENCE_COH_FAMILY_BATCH_H

#include "coherence/coh_stack.h"

typedef struct coh_family coh_family;

/* References to one line that are collected. */
enum { COH_FAMILY_BATCH = 1 << COH_USE_NUMBER_BITS };
typedef struct {
  uint64_t uses[COH_FAMILY_BATCH];     /* coh_use_make(): of lines below COH_USE_LINES alone */
  uint64_t *counted[COH_FAMILY_BATCH]; /* coh_family_counts() of them */
  uint32_t n;
} coh_family_batch;

/* A use of a line, by coh_use_make(), of the set whose newest line's use is *newest; by a store if it was stored to
 * since it came. Notes it, without a branch. Returns whether it may change something, 1 or 0: the newest line of one of
 * the sets of the D1 that has the fewest is in all of them. */
__attribute__((always_inline)) static inline uint32_t coh_newest_take(uint64_t *newest, uint64_t use) {
  const uint64_t before = *newest;
  const uint64_t is_same = (before ^ use) <= COH_USE_OWN; /* arithmetic, or it is a jump */
  *newest = use | (before & -is_same);
  return *newest != before;
}

#endif
