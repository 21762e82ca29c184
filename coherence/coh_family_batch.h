/* coh_family_batch.h: references that are collected for a stack group (coh_family.h) and made together.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_stack.h"

typedef struct coh_family coh_family;

/* The maximum number of references in a batch, each to one line. */
enum { COH_FAMILY_BATCH = 1 << COH_USE_NUMBER_BITS };
typedef struct {
  uint64_t uses[COH_FAMILY_BATCH];     /* coh_use_make(); only lines below COH_USE_LINES */
  uint64_t *counted[COH_FAMILY_BATCH]; /* coh_family_counts() of each */
  uint32_t n;
} coh_family_batch;

/* Records a use (coh_use_make()) of a line whose set's most recent use is *newest; the new use counts as a store if the
 * line was stored to since it came. Branch-free. Returns 1 if the use can change something, else 0: the most recent
 * line of a set of the D1 with the fewest sets is in all D1s. */
__attribute__((always_inline)) static inline uint32_t coh_newest_take(uint64_t *newest, uint64_t use) {
  const uint64_t before = *newest;
  const uint64_t is_same = (before ^ use) <= COH_USE_OWN; /* arithmetic, since a comparison would become a jump */
  *newest = use | (before & -is_same);
  return *newest != before;
}
