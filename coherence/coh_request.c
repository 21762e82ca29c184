/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_request.c: see coh_request.h.
 *
 * The rules
 *  - The states of a line change when a reference is simulated (coh_system.c): at its request. A reference that misses
 *    or upgrades is a request for each of its lines. The lines arrive later, when the reference completes in its
 *    processor's window. They are on their way until then. While only one processor has ever missed, no line is on its
 *    way.
 *  - If the line of a request is on its way to processors that lose it, or to the owner that supplies it, the latency
 *    of the request begins when the line has arrived there last. Until then, the request waits.
 *  - While a line is on its way to a processor after such a wait, the processor's references to it are hits, and
 *    complete when the line arrives.
 *  - The line stays at a processor for half of upgrade_latency after its arrival: an upgrade asks the place that orders
 *    the requests for the line, and returns; a request that waits there reaches the line's holder in half of that time.
 *    In this time the processor executes the instructions that wait for the line. So even if another processor has
 *    requested the line in the meantime, the line serves the references whose progress is at most that time after the
 *    progress of the reference that requested it. They are hits, and complete when the line arrives. A store needs a
 *    line that was requested by a store.
 *  - A load of a word that the store buffer contains is a hit, whether the processor has the line or not.
 *  - Other references request the line again. If the processor still has the line, which is on its way, and another
 *    processor waits for the line, too, that processor will come first: the reference is a hit, but takes a further
 *    transfer after the arrival.
 *  - A processor keeps its latest COH_FLIGHTS requests. Prefetches and fetches of code take lines at once, and are no
 *    requests.
 *  - A store that an earlier request serves counts for true sharing: other processors that lost the line, or that have
 *    it now, get a new value (coh_sharing.c). */
#include "coherence/coh_request.h"

#include "coherence/coh_watch-inl.h"

void coh_request(const coh_system *system, coh_processor *p, uint64_t line, uint64_t losers) {
  for (; losers != 0; losers &= losers - 1) {
    const coh_flight *flight = coh_flight_find(system->processors[__builtin_ctzll(losers)].flights, line);
    if (flight && flight->arrival > p->flights->since) p->flights->since = flight->arrival;
  }
}

/* Returns the time for which a line stays at a processor, in ticks. */
static uint64_t stay_of(const coh_system *system) { return (uint64_t)system->config.upgrade_latency * MACH_TICKS / 2; }

/* Returns whether the processor's latest request for a line serves a reference. Sets *since to the time at which the
 * line arrives. */
static bool is_in_time(const coh_system *system, const coh_processor *p, uint64_t line, bool own, uint64_t *since) {
  const coh_flight *flight = coh_flight_find(p->flights, line);
  if (!flight || (own && !flight->own)) return false;
  const uint64_t progress = coh_progress(p), stay = stay_of(system);
  *since = flight->arrival;
  return progress - flight->progress <= stay && coh_window_time(p->window, progress) <= flight->arrival + stay;
}

/* Records a store of a processor that has lost the right to store to the line. */
static void record_store(coh_system *system, const coh_processor *p, uint64_t line, uint64_t granules) {
  const uint32_t *const first = coh_sharing_at(&system->sharing, line);
  coh_sharing_store_late(&system->sharing, first, coh_number(p), granules);
  const coh_holding *const holding = coh_directory_find(system->directory, line);
  uint64_t others = holding ? holding->holders & ~p->bit : 0;
  for (; others != 0; others &= others - 1) {
    coh_processor *const other = &system->processors[__builtin_ctzll(others)];
    const uint64_t slot = coh_cache_find(&other->d1, line);
    if (slot == COH_NO_SLOT) continue;
    if (other->d1.states[slot] & COH_UNDECIDED) other->watches[slot].deciding |= granules;
    if (coh_state_in(other->d1.states[slot]) != COH_MODIFIED) continue;
    coh_line_watch(system, other, first, slot, 0);
    coh_filter_forget(other, line, true); /* the line's filter entry depends on the flags of the line */
  }
}

bool coh_request_serves(coh_system *system, coh_processor *p, uint64_t line, uint64_t granules, bool own) {
  const uint64_t word = coh_granule_address(p, line, granules) / 8;
  if (!own && coh_window_forwards(p->window, word, coh_progress(p))) return true;
  uint64_t since;
  if (!is_in_time(system, p, line, own, &since)) return false;
  if (since > coh_window_time(p->window, coh_progress(p)) && since > p->flights->since) p->flights->since = since;
  if (own) record_store(system, p, line, granules);
  return true;
}

/* Returns whether another processor waits for a line. */
static bool is_contended(const coh_system *system, const coh_processor *p, uint64_t line, uint64_t now) {
  for (unsigned i = 0; i < system->config.processors; i++) {
    const coh_processor *const other = &system->processors[i];
    const coh_flight *const flight = other != p && other->active ? coh_flight_find(other->flights, line) : NULL;
    if (flight && flight->arrival > now) return true;
  }
  return false;
}

uint32_t coh_request_await(const coh_system *system, coh_processor *p, uint64_t slot, uint64_t granules, bool own) {
  const uint64_t line = p->d1.tags[slot], progress = coh_progress(p), now = coh_window_time(p->window, progress);
  const coh_flight *flight = coh_flight_find(p->flights, line);
  if (!flight || flight->arrival <= now) {
    if (!p->shadow && !p->tlb) p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_SEEN);
    return 0;
  }
  if (!own && coh_window_forwards(p->window, coh_granule_address(p, line, granules) / 8, progress)) return 0;
  if (flight->arrival > p->flights->since) p->flights->since = flight->arrival;
  if (progress - flight->progress <= stay_of(system) || !is_contended(system, p, line, now)) return 0;
  p->flights->again = true;
  return system->config.transfer_latency;
}
