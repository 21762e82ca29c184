/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_watch-inl.h: the sharing records of lines in a D1 (coh_watch). coh_sharing.c states the rule. */
#pragma once

#include "coherence/coh_system-inl.h"

/* Records that the D1 stored to `granules` of the line in its slot `slot`. The store is recorded for each processor
 * that is awaited at the line. If `granules` is 0, the line came into the D1 in the modified state, without a store.
 * `first` is the result of coh_sharing_at(). Sets COH_WATCHED if further stores must be recorded. */
static inline void coh_line_watch(coh_system *system, coh_processor *p, const uint32_t *first, uint64_t slot,
                                  uint64_t granules) {
  const uint64_t known = coh_sharing_store(&system->sharing, first, granules);
  const uint8_t flags = p->d1.states[slot] & (uint8_t)~COH_WATCHED;
  p->watches[slot].known = known;
  p->d1.states[slot] = flags | (p->granules & ~known ? COH_WATCHED : 0);
}

/* Ends the wait of a processor at a line, which a miss of the processor has brought into `slot`. `first` is the result
 * of coh_sharing_at() for the line. The missing reference touches `granules`. Returns whether the miss is true sharing;
 * if not, sets COH_UNDECIDED, since a later use can still show true sharing. */
static inline bool coh_line_judge(coh_system *system, coh_processor *p, uint32_t *first, uint64_t slot,
                                  uint64_t granules, uint32_t note) {
  const uint64_t stored = coh_sharing_return(&system->sharing, first, (unsigned)__builtin_ctzll(p->bit));
  if (stored & granules) return true;
  p->d1.states[slot] |= COH_UNDECIDED;
  p->watches[slot].deciding = stored;
  p->watches[slot].note = note;
  return false;
}
