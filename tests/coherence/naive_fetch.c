/* naive_fetch.c: see naive_fetch.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_fetch.h"

#include "tests/coherence/naive_coherence.h"
#include "tests/coherence/naive_fills.h"
#include "tests/coherence/naive_nodes.h"
#include "tests/coherence/naive_traffic.h"

/* Requests a line for a reference. The latency begins when the line has arrived at the processors that must use it
 * before: all that have it, or only its owner. */
static void request(naive *m, uint64_t line, unsigned self, bool store) {
  if (!m->processors[self].requests) return;
  for (unsigned p = 0; p < m->config.processors; p++) {
    const line_state state = naive_past_of(m, line, p)->state;
    if (p != self && state != INVALID && (store || state != SHARED))
      naive_requests_wait(m->processors[self].requests, m->processors[p].requests, line);
  }
}

void naive_requested(naive *m, uint64_t line, unsigned p) {
  const naive_requests *requests = m->processors[p].requests;
  naive_past_of(m, line, p)->waits = requests && requests->since > requests->window.clock;
}

/* The address / 8 of the first granule that a reference touches. */
static uint64_t word_of(const naive *m, uint64_t line, stretch touched) {
  const uint32_t granule = naive_granule(m);
  return (line * m->config.d1.line + touched.first / granule * granule) / 8;
}

uint32_t naive_await(naive *m, uint64_t line, unsigned p, bool store, stretch touched) {
  line_past *past = naive_past_of(m, line, p);
  naive_requests *requests = m->processors[p].requests;
  if (past->waits) past->waits = naive_requests_is_on_its_way(requests, requests, line);
  if (!past->waits || !naive_requests_await(requests, line, word_of(m, line, touched), store)) return 0;
  for (unsigned other = 0; other < m->config.processors; other++)
    if (other != p && naive_requests_is_on_its_way(requests, m->processors[other].requests, line)) {
      requests->again = true;
      return m->config.transfer_latency;
    }
  return 0;
}

bool naive_is_served(naive *m, uint64_t line, unsigned p, bool store, stretch touched) {
  naive_requests *requests = m->processors[p].requests;
  return requests && naive_requests_serve(requests, line, word_of(m, line, touched), store);
}

coh_outcome naive_fetch(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, bool by_prefetch) {
  coh_outcome outcome = {.source = naive_supplier(m, line, p)};
  outcome.remote = naive_is_from_afar(m, line, p, outcome.source);
  outcome.stall = naive_latency(m, outcome.source, outcome.remote) + naive_wait_for_bus(m, line, p);
  if (!by_prefetch) request(m, line, p, store);
  if (!store) naive_write_back_to_read(m, line, p);
  naive_use_last_level(m, line, p);
  if (outcome.source == COH_FROM_MEMORY) outcome.stall += naive_wait_for_memory(m, line, p);
  if (outcome.source == COH_FROM_CACHE) NAIVE_READS(m, transferred_bytes, COH_TRANSFERRED);
  if (outcome.source == COH_FROM_MEMORY) naive_read_memory(m, line);
  if (store)
    naive_fetch_to_store(m, line, p, blame);
  else
    naive_fetch_to_read(m, line, p);
  if (naive_has_l2(m)) naive_fill_l2(m, line, p, (filler){blame->filler, by_prefetch});
  return outcome;
}

/* The D1 requests a line that the L2 has. */
static void request_from_l2(naive *m, uint64_t line, unsigned p, coh_outcome *outcome) {
  line_past *past = naive_past_of(m, line, p);
  const uint64_t now = m->processors[p].clock;
  if (!past->l2_prefetched) return;
  past->l2_prefetched = false;
  outcome->prefetching.covered++;
  if (past->l2_arrival <= now + m->config.l2_latency) return;
  outcome->prefetching.late++;
  outcome->stall = (uint32_t)(past->l2_arrival - now);
}

coh_outcome naive_found(naive *m, cache_way *way, coh_source source, unsigned p, bool store, const coh_blame *blame) {
  coh_outcome outcome = {.source = source, .stall = naive_latency(m, source, false)};
  naive_cache_use(way, ++m->now);
  if (source == COH_FROM_L2) request_from_l2(m, way->line, p, &outcome);
  if (store && naive_cannot_store(m, way->line, p)) request(m, way->line, p, true);
  if (store && naive_store_to_held(m, way->line, p, blame)) {
    outcome.upgrade = true;
    outcome.stall += m->config.upgrade_latency + naive_wait_for_bus(m, way->line, p);
    naive_requested(m, way->line, p);
  }
  return outcome;
}
