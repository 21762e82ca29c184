/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_stall.c: see coh_stall.h.
 *
 * The rules
 *  - A load enters the window as a load if it misses, if its page needs a translation, or if it hits a line that a
 *    prefetcher has requested and that has not arrived. A modify that misses also enters as a load, because it needs
 *    the line before it can store. If the store buffer supplies its load, it enters as a store.
 *  - A store that misses or upgrades enters the window as a store. So does a modify that only upgrades.
 *  - A reference that an earlier request of the processor serves (coh_request.c) enters the window until the line
 *    arrives. No reference waits longer than WAIT_MOST for a line that is on its way.
 *  - A reference that misses fills a line of the set of its first byte (coh_window_miss.set).
 *  - An atomic instruction or fence waits for all earlier references, whether it misses or not.
 *  - An overlapped miss is a miss with no stall. The overlapped cycles of a reference are its latency minus its stall.
 *    If the page of a reference needs a translation, the first cycles of its stall belong to the translation. */
#include "coherence/coh_stall.h"

/* The longest wait for a line that is on its way, in cycles. Clocks can be far apart in the replay of a trace. */
#define WAIT_MOST ((uint64_t)1 << 30)

/* Returns coh_window_miss.since of the current reference. */
static uint64_t since_of(const coh_processor *p) {
  const uint64_t most = coh_window_time(p->window, coh_progress(p)) + WAIT_MOST * MACH_TICKS;
  return p->flights->since < most ? p->flights->since : most;
}

/* Records the processor of a request, if it is not the first one. */
static void note_processor(const coh_processor *p) {
  if (p->system->first)
    p->system->several = true;
  else
    p->system->first = p;
}

/* Records the lines of the current reference, if it requests them, and ends the reference. */
static void note_request(coh_processor *p, const coh_wait *wait, uint64_t progress, uint64_t arrival) {
  coh_flights *const flights = p->flights;
  const uint64_t first = wait->address >> p->line_bits, last = (wait->address + wait->last) >> p->line_bits;
  const coh_flight *const before = flights->again ? coh_flight_find(flights, first) : NULL;
  const bool own = wait->own || (before && before->own);
  for (uint64_t line = first; (wait->requests || flights->again) && line <= last; line++)
    coh_flight_add(flights, (coh_flight){line, arrival, progress, own});
  flights->since = 0;
  flights->again = false;
}

coh_entered coh_stall(coh_processor *p, const coh_wait *wait) {
  const uint64_t since = since_of(p);
  if (wait->latency == 0 && since == 0 && wait->kind != COH_WINDOW_ATOMIC) { /* a level with latency 0 supplied it */
    p->counts.overlapped_misses += wait->misses;
    return (coh_entered){0};
  }
  const coh_window_miss miss = {.progress = coh_progress(p),
                                .producer = wait->producer,
                                .word = wait->address / 8,
                                .since = since,
                                .latency = wait->latency,
                                .set = wait->misses ? coh_set_of(p, wait->address) : COH_NO_SET,
                                .note = wait->note | (wait->misses ? COH_NOTE_MISSES : 0),
                                .part = wait->translation,
                                .kind = wait->kind};
  const coh_window_answer answer = coh_window_enter(p->window, &miss);
  p->now += answer.stall;
  if (PLAT_UNLIKELY(p->system->first != p) && wait->requests) note_processor(p);
  if (PLAT_UNLIKELY(p->system->several)) note_request(p, wait, miss.progress, answer.completion);
  p->counts.overlapped_misses += wait->misses;
  p->counts.overlapped_cycles += answer.latency;
  return (coh_entered){answer.completion, answer.latency};
}
