/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_line-inl.h: the use of one line by one processor. A caller that simulates millions of references a second finds
 * the line in the D1, and passes by coh_line_use() where the use is a plain hit. */
#pragma once

#include "coherence/coh_system-inl.h"

/* Uses one line at an active processor. `own`: to store to it; `granules` of it are touched (coh_granules()). `slot`
 * is where the D1 holds it, or COH_NO_SLOT. Writes what happened, as for a reference of this line alone, counts
 * nothing, and returns the slot that holds it now, or COH_NO_SLOT when a prefetch has pushed it out already. The
 * processor's clock is read but not moved: who counts the outcome adds its stall. */
uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome);

/* Uses the lines of a reference to [first, last] (addresses) that lie behind the first one, and takes what happened
 * into the outcome of that. */
void coh_further_lines_use(coh_system *system, unsigned processor, uint64_t first, uint64_t last, bool own,
                           const coh_blame *blame, coh_outcome *outcome);

/* Reads a line of code that an active processor's instruction cache does not hold, past the D1: from the own L2, which
 * takes it in if there is one, or from outside. Writes source, stall and whether it was remote to *outcome, and counts
 * nothing but traffic, which is told with `note` (coh_mover). */
void coh_line_fetch_code(coh_system *system, unsigned processor, uint64_t line, uint32_t note, coh_outcome *outcome);

/* For the function below: the line has flags. */
bool coh_line_tells_nothing(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last);

/* Whether a use of the bytes [first, last] (addresses) of the line in `slot` of the D1, to which both belong, is a
 * plain hit: one that changes no more than the order of its set, so that coh_line_touch() is enough. */
static inline bool coh_line_is_plain(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last) {
  const uint8_t state = p->d1.states[slot];
  if (PLAT_LIKELY(state <= COH_STATE_MASK)) return !own || state == COH_MODIFIED;
  return coh_line_tells_nothing(p, slot, own, first, last);
}

/* Whether what a store does to the state of a line that nobody else holds matters to others, to a shadow or to traffic.
 */
static inline bool coh_line_is_observed(const coh_system *system, uint64_t line) {
  return system->observed && (system->config.conflicts || system->traffic || system->memory.nodes > 1 ||
                              coh_sharing_awaits_any(&system->sharing, line));
}

/* Whether a store to a line in `slot` that is not modified yet does no more than make it so: nobody else has it, and
 * nobody is told. */
static inline bool coh_line_owns_silently(const coh_system *system, const coh_processor *p, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  return state <= COH_STATE_MASK && !(system->rules.on[state][COH_STORES].acts & COH_ASKS) &&
         !coh_line_is_observed(system, p->d1.tags[slot]);
}

/* Makes it so. */
static inline void coh_line_own_silently(const coh_system *system, coh_processor *p, uint64_t slot) {
  p->d1.states[slot] = system->rules.on[p->d1.states[slot]][COH_STORES].next;
}

/* Whether a use of the bytes [first, last] (addresses) of the line in `slot`, to which both belong, changes no more in
 * the machine than the order of its set and the state of a line that nobody else has. */
static inline bool coh_line_is_silent(const coh_system *system, const coh_processor *p, uint64_t slot, bool own,
                                      uint64_t first, uint64_t last) {
  return coh_line_is_plain(p, slot, own, first, last) || coh_line_owns_silently(system, p, slot);
}

/* Whether all that is recorded for a line is one processor's (coh_ahead.h). What others do comes to the same before and
 * after a silent use of it, which so need not wait for its turn. */
static inline bool coh_line_is_for_one(const coh_processor *p, uint64_t line) {
  const uint64_t key = coh_filter_key(line, true);
  return p->pending && coh_pending_key(p, line, key) == key;
}

/* Uses a line that the D1 holds in `slot`, in a state that allows it: a hit that changes no more than the
 * order of its set. */
static inline void coh_line_touch(coh_processor *p, uint64_t line, uint64_t slot) {
  if (PLAT_LIKELY(p->d1.replacement != COH_PLRU))
    p->d1.uses[slot] = ++p->d1.clock;
  else
    coh_cache_use(&p->d1, coh_cache_set(&p->d1, line), slot);
  coh_filter_note(p, line, slot);
}
