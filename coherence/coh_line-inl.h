/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_line-inl.h: the use of one line by one processor. A caller that simulates millions of references a second looks
 * up the line in the D1 itself. If the use is a plain hit, the caller skips coh_line_use(). */
#pragma once

#include "coherence/coh_system-inl.h"

/* Uses one line at an active processor. `own` is whether the use stores. `granules` are the granules that it touches
 * (coh_granules()). `slot` is the slot of the D1 that holds the line, or COH_NO_SLOT. Sets *outcome as if the reference
 * touched only this line. Returns the slot that holds the line now, or COH_NO_SLOT if a prefetch has already evicted
 * it, or if an earlier request of the processor serves the use (coh_request.h). The function reads the processor's
 * clock. The caller counts the outcome, and adds its stall to the clock. */
uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome);

/* Uses all lines, except the first one, of a reference to the addresses [first, last]. Adds their outcomes to *outcome,
 * which has the outcome of the first line. */
void coh_further_lines_use(coh_system *system, unsigned processor, uint64_t first, uint64_t last, bool own,
                           const coh_blame *blame, coh_outcome *outcome);

/* Fetches a line of code that an active processor's instruction cache does not hold, without use of the D1. The line
 * comes from the processor's L2, which is filled on a miss, or from outside. Sets source, stall and `remote` of
 * *outcome. Counts only traffic, whose callback (coh_mover) receives `note`. */
void coh_line_fetch_code(coh_system *system, unsigned processor, uint64_t line, uint32_t note, coh_outcome *outcome);

/* For coh_line_is_plain(): returns its result for a line whose state has flags. */
bool coh_line_tells_nothing(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last);

/* Returns whether a use of the addresses [first, last] within the line in `slot` of the D1 is a plain hit. A plain hit
 * changes only the replacement order of its set, so that coh_line_touch() is enough. `own` is whether the use
 * stores. */
static inline bool coh_line_is_plain(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last) {
  const uint8_t state = p->d1.states[slot];
  if (PLAT_LIKELY(state <= COH_STATE_MASK)) return !own || state == COH_MODIFIED;
  return coh_line_tells_nothing(p, slot, own, first, last);
}

/* Returns whether a store to a line can affect other processors, a shadow cache or traffic, because it changes the
 * state of the line. No other processor may hold the line. */
static inline bool coh_line_is_observed(const coh_system *system, uint64_t line) {
  return system->observed && (system->config.conflicts || system->config.traffic || system->memory.nodes > 1 ||
                              coh_sharing_awaits_any(&system->sharing, line));
}

/* Returns whether a store to the unmodified line in `slot` only changes its state to modified: no other processor holds
 * the line, and no callback or record depends on the store. */
static inline bool coh_line_owns_silently(const coh_system *system, const coh_processor *p, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  return state <= COH_STATE_MASK && !(system->rules.on[state][COH_STORES].acts & COH_ASKS) &&
         !coh_line_is_observed(system, p->d1.tags[slot]);
}

/* Changes the state of the line for a store. coh_line_owns_silently() must have returned true for the store. */
static inline void coh_line_own_silently(const coh_system *system, coh_processor *p, uint64_t slot) {
  p->d1.states[slot] = system->rules.on[p->d1.states[slot]][COH_STORES].next;
}

/* Returns whether a use of the addresses [first, last] within the line in `slot` changes only the replacement order of
 * its set, and possibly the state of a line that no other processor holds. `own` is whether the use stores. */
static inline bool coh_line_is_silent(const coh_system *system, const coh_processor *p, uint64_t slot, bool own,
                                      uint64_t first, uint64_t last) {
  return coh_line_is_plain(p, slot, own, first, last) || coh_line_owns_silently(system, p, slot);
}

/* Returns whether only the processor itself has recorded references to the line (coh_early.h). If so, a silent use of
 * the line need not wait for its turn: the references of other processors have the same result before and after this
 * use. */
static inline bool coh_line_is_for_one(const coh_processor *p, uint64_t line) {
  const uint64_t key = coh_filter_key(line, true);
  return p->pending && coh_lookahead_key(p, line, key) == key;
}

/* Makes a plain hit (coh_line_is_plain()) of the line that the D1 holds in `slot`. */
static inline void coh_line_touch(coh_processor *p, uint64_t line, uint64_t slot) {
  if (PLAT_LIKELY(p->d1.replacement != MACH_PLRU))
    p->d1.uses[slot] = ++p->d1.clock;
  else
    coh_cache_use(&p->d1, coh_cache_set(&p->d1, line), slot);
  coh_filter_note(p, line, slot);
}
