/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_line-inl.h: the use of one line by one processor. A caller that simulates millions of references a second looks
 * the line up in the D1 itself, and skips coh_line_use() if the use is a plain hit. */
#pragma once

#include "coherence/coh_system-inl.h"

/* Uses one line at an active processor. `own`: the use stores; `granules`: those that it touches (coh_granules());
 * `slot`: the slot of the D1 that holds the line, or COH_NO_SLOT. Sets *outcome as for a reference to this line alone.
 * Returns the slot that holds the line now, or COH_NO_SLOT if a prefetch has already evicted it, or if an earlier
 * request of the processor serves the use (coh_request.h). Reads the processor's clock. The caller counts the outcome, and adds its stall to the clock. */
uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome);

/* Uses all lines but the first of a reference to the addresses [first, last]. Adds their outcomes to *outcome, which
 * the first line has set. */
void coh_further_lines_use(coh_system *system, unsigned processor, uint64_t first, uint64_t last, bool own,
                           const coh_blame *blame, coh_outcome *outcome);

/* Fetches a line of code that an active processor's instruction cache does not hold, without the D1: from the
 * processor's L2, which fills on a miss, or from outside. Sets source, stall and `remote` of *outcome. Counts only
 * traffic; its callback (coh_mover) receives `note`. */
void coh_line_fetch_code(coh_system *system, unsigned processor, uint64_t line, uint32_t note, coh_outcome *outcome);

/* For coh_line_is_plain(): the answer for a line with flags. */
bool coh_line_tells_nothing(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last);

/* Returns whether a use of the addresses [first, last] within the line in `slot` of the D1 is a plain hit: it changes
 * only the replacement order of its set, so that coh_line_touch() is enough. `own`: the use stores. */
static inline bool coh_line_is_plain(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last) {
  const uint8_t state = p->d1.states[slot];
  if (PLAT_LIKELY(state <= COH_STATE_MASK)) return !own || state == COH_MODIFIED;
  return coh_line_tells_nothing(p, slot, own, first, last);
}

/* Returns whether the change of state by a store to a line that no other processor holds can affect other processors, a
 * shadow cache or traffic. */
static inline bool coh_line_is_observed(const coh_system *system, uint64_t line) {
  return system->observed && (system->config.conflicts || system->traffic || system->memory.nodes > 1 ||
                              coh_sharing_awaits_any(&system->sharing, line));
}

/* Returns whether a store to the unmodified line in `slot` only changes its state to modified: no other processor holds
 * the line, and no callback or record depends on the store. */
static inline bool coh_line_owns_silently(const coh_system *system, const coh_processor *p, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  return state <= COH_STATE_MASK && !(system->rules.on[state][COH_STORES].acts & COH_ASKS) &&
         !coh_line_is_observed(system, p->d1.tags[slot]);
}

/* Changes the state of the line as the store of coh_line_owns_silently() does. */
static inline void coh_line_own_silently(const coh_system *system, coh_processor *p, uint64_t slot) {
  p->d1.states[slot] = system->rules.on[p->d1.states[slot]][COH_STORES].next;
}

/* Returns whether a use of the addresses [first, last] within the line in `slot` changes only the replacement order of
 * its set and the state of a line that no other processor holds. `own`: the use stores. */
static inline bool coh_line_is_silent(const coh_system *system, const coh_processor *p, uint64_t slot, bool own,
                                      uint64_t first, uint64_t last) {
  return coh_line_is_plain(p, slot, own, first, last) || coh_line_owns_silently(system, p, slot);
}

/* Returns whether only the processor itself has recorded references to the line (coh_early.h). A silent use of the line
 * then need not wait for its turn: references of other processors have the same result if they come before it as if
 * they come after it. */
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
