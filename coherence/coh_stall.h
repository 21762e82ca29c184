/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_stall.h: the waits of processors with a window (coh_window.h).
 *
 * A blocking processor has no window: the caller adds the stall of a reference to the processor's clock and counts. A
 * processor with a window overlaps the latency of a reference with other instructions. The latency is counted as
 * overlapped, until the processor waits for the reference: the stall is then added to the processor's counts, and passed
 * to the caller's callback (coh_charge). */
#pragma once

#include "coherence/coh_system-inl.h"
#include "coherence/coh_window-inl.h"

/* A reference for which a processor can wait, or a fence. */
typedef struct {
  uint64_t address;
  uint32_t last;        /* bytes of the reference, minus 1 */
  uint64_t producer;    /* as in coh_window_miss */
  uint32_t latency;     /* in cycles; 0 only for an atomic instruction or fence, or for a reference that an earlier
                           request serves */
  uint32_t translation; /* cycles of `latency` that the translation takes */
  uint32_t note;        /* coh_blame.note of the requester; at most COH_NOTE_MAX */
  coh_window_kind kind;
  bool misses;   /* it counts as a miss */
  bool requests; /* it misses or upgrades */
  bool own;      /* it stores */
} coh_wait;

/* Returns the kind of a reference in the window. */
static inline coh_window_kind coh_window_kind_of(coh_kind kind, bool misses) {
  if (kind == COH_READ) return COH_WINDOW_LOAD;
  return kind == COH_MODIFY && misses ? COH_WINDOW_MODIFY : COH_WINDOW_STORE;
}

/* Adds the stalls that are due at the current instruction to the clock. Call it before any use of the clock. */
static inline void coh_catch_up(coh_processor *p) { p->now += coh_window_advance(p->window, coh_progress(p)); }

/* Returns the progress in ticks between the clock and the next stall that is due; UINT64_MAX: no stall is due. */
static inline uint64_t coh_until_due(const coh_processor *p) {
  const uint64_t due = p->window->due, progress = coh_progress(p);
  return due == UINT64_MAX ? UINT64_MAX : due > progress ? due - progress : 0;
}

/* The answer of coh_stall(). */
typedef struct {
  uint64_t completion; /* ticks; for coh_wait.producer of later loads */
  uint32_t latency;    /* cycles that are counted as overlapped */
} coh_entered;

/* Enters the current reference into the window. Counts its misses as overlapped, and advances the processor's clock by
 * the stalls that are now known. */
coh_entered coh_stall(coh_processor *p, const coh_wait *wait);

/* Returns the set of the D1 to which the line of an address belongs. */
static inline uint32_t coh_set_of(const coh_processor *p, uint64_t address) {
  return (uint32_t)coh_cache_set(&p->d1, address >> p->line_bits);
}

/* As coh_stall(), for a load that misses, on a machine on which no other processor has missed yet, if the window can
 * take it at once. `address`, `producer`, `latency` and `note` as in coh_wait. Sets *completion as
 * coh_entered.completion. Returns false, without a change, if coh_stall() must enter the load. */
static inline bool coh_stall_load(coh_processor *p, uint64_t address, uint64_t producer, uint32_t latency,
                                  uint32_t note, uint64_t *completion) {
  const uint64_t progress = coh_progress(p);
  if (p->system->first != p || p->system->several || latency == 0 || !coh_window_is_easy(p->window, progress))
    return false;
  *completion = coh_window_enter_load(p->window, progress, producer, latency, coh_set_of(p, address),
                                      note | COH_NOTE_MISSES);
  p->counts.overlapped_misses++;
  p->counts.overlapped_cycles += latency;
  return true;
}

/* Advances the clock by cycles in which the processor waits for something other than a reference. */
static inline void coh_pass(coh_processor *p, uint64_t cycles) {
  p->now += cycles;
  if (PLAT_UNLIKELY(p->window != NULL)) coh_window_pass(p->window, cycles);
}
