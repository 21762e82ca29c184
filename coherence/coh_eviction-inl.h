/* coh_eviction-inl.h: removes a line from a D1 or L2. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"

/* Counts a prefetched line that leaves the cache unused. `note`: that of the reference that caused the prefetch. */
static inline void coh_count_waste(const coh_system *system, coh_processor *p, uint64_t line, uint32_t note) {
  p->counts.unused++;
  if (system->waste) system->waste(system->waste_closure, (unsigned)(p - system->processors), line, note);
}

/* Counts the line in a slot of the L2, which leaves the L2, as unused, if it was prefetched and not used. */
static inline void coh_leave_l2(const coh_system *system, coh_processor *p, uint64_t slot) {
  if (PLAT_LIKELY(!p->l2_prefetcher) || !p->l2_prefetcher->unused[slot]) return;
  p->l2_prefetcher->unused[slot] = false;
  coh_count_waste(system, p, p->l2.tags[slot], p->l2_prefetcher->notes[slot]);
}

/* Calls the eviction callback before the line in a slot of the D1 leaves the D1. `replaced` has the meaning that it has
 * for a coh_departure. */
static inline void coh_tell_departure(coh_system *system, coh_processor *p, uint64_t slot, bool replaced) {
  if (PLAT_UNLIKELY(p->d1.states[slot] & COH_PREFETCHED))
    coh_count_waste(system, p, p->d1.tags[slot], p->prefetcher->notes[slot]);
  if (PLAT_UNLIKELY(system->departure != NULL))
    system->departure(system->departure_closure, (unsigned)(p - system->processors), slot, replaced);
}

/* Removes the line in a slot of the D1, because of the requester `who`. Records `fate` as the line's history. */
static inline void coh_d1_drop(coh_system *system, coh_processor *p, uint64_t slot, coh_fate fate, coh_who who) {
  coh_tell_departure(system, p, slot, fate == COH_WAS_REPLACED);
  coh_filter_forget(p, p->d1.tags[slot], true);
  *p->words[slot] = coh_word_make(fate, who);
  coh_cache_drop(&p->d1, slot);
}
