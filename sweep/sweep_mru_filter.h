/* sweep_mru_filter.h: an MRU filter before a stack group (sweep_group.h). The filter passes a reference to the group
 * only if the reference can change the state of one of its machines.
 *
 * For each set of the D1 with the fewest sets, the filter stores the line that was used last. All D1s hold this line.
 * So a reference within the line hits in all machines and is dropped, unless it is the first store since the line was
 * filled.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_group.h"

typedef struct {
  sweep_group *family;
  sweep_group_batch *next; /* batch of the group to which references are added */
  unsigned line_bits;
  uint64_t mask;    /* sets - 1 */
  uint64_t *newest; /* most recent use of each set, shared with the group */
} sweep_mru_filter;

/* Makes the filter of a group. The group must outlive the filter. */
void sweep_mru_filter_init(sweep_mru_filter *front, sweep_group *family);

/* Returns whether the filter drops a reference to the bytes from `address` to `last`, because the reference is within
 * the most recently used line of its set. kind_reads: 1 if the reference is a load, else 0. */
__attribute__((always_inline)) static inline bool sweep_mru_filter_is_newest(const uint64_t *newest, uint64_t mask,
                                                                             unsigned line_bits, uint64_t address,
                                                                             uint64_t last, uint64_t kind_reads) {
  const uint64_t line = address >> line_bits;
  return (newest[line & mask] | (-kind_reads & SWEEP_USE_OWN)) == sweep_use_make(line, true) &&
         line == last >> line_bits;
}

/* Simulates a reference that was not dropped, to the bytes from `address` to `last`. Its misses are also attributed to
 * a cell (sweep_access_loop.h). */
void sweep_mru_filter_pass(sweep_mru_filter *front, uint64_t address, uint64_t last, coh_kind kind, uint32_t cell);

/* Adds a reference to the batch or drops it; the code has no branch. The line must be below SWEEP_USE_LINES. The batch
 * has n references and room for one more. `own`: whether the reference is a store. `counted`: the result of
 * sweep_group_counts(). Returns the new number of references in the batch. The caller stores this number in the
 * batch. */
__attribute__((always_inline)) static inline uint32_t sweep_mru_filter_collect(uint64_t *newest, uint64_t mask,
                                                                               sweep_group_batch *next, uint32_t n,
                                                                               uint64_t line, bool own,
                                                                               uint64_t *counted) {
  const uint64_t use = sweep_use_make(line, own);
  next->uses[n] = use;
  next->counted[n] = counted;
  return n + sweep_newest_take(&newest[line & mask], use);
}
