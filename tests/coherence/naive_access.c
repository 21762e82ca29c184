/* naive_access.c: the references of the naive machine (naive.h), and their counts. naive_machine.h lists the other
 * files of the machine. All follow the rules in coherence/coh_system.c and the files named there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive.h"

#include <stddef.h>

#include "tests/coherence/naive_coherence.h"
#include "tests/coherence/naive_fetch.h"
#include "tests/coherence/naive_fills.h"
#include "tests/coherence/naive_machine.h"
#include "tests/coherence/naive_nodes.h"
#include "tests/coherence/naive_prefetch.h"
#include "tests/coherence/naive_traffic.h"

static coh_outcome access_line(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, stretch touched,
                               bool counts) {
  processor *self = &m->processors[p];
  line_past *past = naive_past_of(m, line, p);
  cache_way *way = naive_cache_find(&self->d1, line);
  const bool in_shadow = naive_list_use(&self->shadow, line);
  if (way) {
    naive_reconsider(m, line, p, touched);
    const uint32_t again = naive_await(m, line, p, store, touched);
    const bool served = store && naive_cannot_store(m, line, p) && naive_is_served(m, line, p, store, touched);
    if (served) naive_cache_use(way, ++m->now);
    coh_outcome hit = served ? (coh_outcome){.source = COH_FROM_D1} : naive_found(m, way, COH_FROM_D1, p, store, blame);
    hit.stall += again;
    if (!past->prefetched) return hit;
    past->prefetched = false;
    hit.prefetching.covered = 1;
    hit.prefetching.late = past->arrival > self->clock;
    if (hit.prefetching.late) hit.stall += (uint32_t)(past->arrival - self->clock);
    return hit;
  }

  if (past->referenced && past->gone == COH_INVALIDATED && naive_is_served(m, line, p, store, touched)) {
    if (store) naive_note_store(m, line, p, touched);
    return (coh_outcome){.source = COH_FROM_D1, .cause = COH_HIT};
  }
  const coh_cause cause = past->referenced ? past->gone : COH_COLD;
  const coh_who by = past->referenced ? past->by : 0;
  const bool displaced = cause == COH_REPLACED && past->by_prefetch;
  const bool true_sharing = cause == COH_INVALIDATED && naive_touches_news(m, line, p, touched);
  way = naive_has_l2(m) ? naive_cache_find(&self->l2, line) : NULL;
  coh_outcome outcome = way ? naive_found(m, way, COH_FROM_L2, p, store, blame)
                            : naive_fetch(m, line, p, store, blame, false);
  naive_fill_d1(m, line, p, (filler){blame->filler, false});
  naive_requested(m, line, p);
  past->referenced = true;
  past->undecided = counts && cause == COH_INVALIDATED && !true_sharing;
  past->note = blame->note;
  outcome.cause = cause;
  outcome.who = by;
  outcome.prefetching.displaced = displaced;
  outcome.true_sharing = true_sharing;
  outcome.conflict = m->config.conflicts && cause == COH_REPLACED && in_shadow;
  outcome.capacity = m->config.conflicts && cause == COH_REPLACED && !in_shadow;
  return outcome;
}

/* Counts what a store means for other nodes, and for shared data. */
static void stored(naive *m, uint64_t line, unsigned p, stretch touched) {
  for (unsigned node = 0; node < m->nodes; node++)
    if (node != naive_node_of(m, p) && m->ll[node].sets != 0) naive_cache_drop(&m->ll[node], line);
  naive_note_store(m, line, p, touched);
}

/* Accesses one line of a reference. `counts`: no earlier line of the reference has missed. */
static coh_outcome use_line(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, stretch touched,
                            bool counts) {
  ++m->now;
  m->moving = p;
  m->blamed = *blame;
  const coh_outcome outcome = access_line(m, line, p, store, blame, touched, counts);
  /* a store that an earlier request serves leaves the line as it is */
  if (store && naive_past_of(m, line, p)->state == MODIFIED) naive_modify(m, line, p);
  if (store) stored(m, line, p, touched);
  if (outcome.cause == COH_HIT && outcome.prefetching.covered == 0) return outcome;
  const uint32_t granule = naive_granule(m);
  coh_outcome with_prefetches = outcome;
  if (m->config.l2_prefetch != 0 && outcome.cause != COH_HIT)
    with_prefetches.prefetching.issued += naive_train_l2(m, line, p, blame);
  naive_train(m, line * m->config.d1.line + touched.first / granule * granule, p, blame, &with_prefetches.prefetching);
  return with_prefetches;
}

void naive_count(coh_counts *counts, coh_kind kind, const coh_outcome *outcome) {
  const bool miss = outcome->cause != COH_HIT;
  if (kind == COH_WRITE) {
    counts->writes++;
    counts->write_misses += miss;
  } else {
    counts->reads++;
    counts->read_misses += miss;
  }
  counts->cold += outcome->cause == COH_COLD;
  counts->replacement += outcome->cause == COH_REPLACED;
  counts->invalidation += outcome->cause == COH_INVALIDATED;
  counts->true_sharing += outcome->true_sharing;
  counts->false_sharing += outcome->cause == COH_INVALIDATED && !outcome->true_sharing;
  counts->local += miss && !outcome->remote;
  counts->remote += outcome->remote;
  counts->capacity += outcome->capacity;
  counts->conflict += outcome->conflict;
  counts->upgrades += outcome->upgrade;
  counts->stall_cycles += outcome->stall;
  counts->second_level += outcome->source == COH_FROM_L2;
  counts->last_level += outcome->source == COH_FROM_LL;
  counts->memory += outcome->source == COH_FROM_MEMORY;
  counts->transfers += outcome->source == COH_FROM_CACHE;
  counts->tlb_misses += outcome->translation.misses;
  counts->walks += outcome->translation.walks;
  counts->translation_cycles += outcome->translation.cycles;
  counts->prefetches += outcome->prefetching.issued;
  counts->covered += outcome->prefetching.covered;
  counts->late += outcome->prefetching.late;
  counts->displaced += outcome->prefetching.displaced;
}

/* Returns the size of the page that contains an address. */
static uint64_t page_size(const naive *m, uint64_t address) {
  for (unsigned i = 0; i < m->n_zones; i++)
    if (address >= m->zones[i].start && address - m->zones[i].start < m->zones[i].bytes && m->zones[i].page != 0)
      return m->zones[i].page;
  return m->config.page;
}

/* Looks up the pages of a reference in the TLBs: a page is a number, and its size. */
static coh_translation translate(naive *m, unsigned p, uint64_t first, uint64_t last) {
  coh_translation t = {0};
  if (!m->processors[p].dtlb) return t;
  for (uint64_t at = first, next; at <= last; at = next) {
    const uint64_t size = page_size(m, at), page = at / size + size * (UINT64_C(1) << 33);
    for (next = at + 1; next <= last && page_size(m, next) == size && next / size == at / size;) next++;
    if (naive_tlb_use(m->processors[p].dtlb, &m->config.dtlb, page)) continue;
    t.misses++;
    if (naive_tlb_use(m->processors[p].stlb, &m->config.stlb, page)) {
      t.cycles += m->config.tlb_latency;
    } else {
      t.walks++;
      t.cycles += m->config.walk_latency;
    }
  }
  return t;
}

void naive_access(naive *m, unsigned p, uint64_t address, uint32_t size, coh_kind kind, const coh_blame *blame,
                  coh_outcome *outcome) {
  const uint64_t first = address / m->config.d1.line;
  const uint64_t last = (address + (size - 1)) / m->config.d1.line;
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1};
  if (m->processors[p].requests) m->processors[p].clock = naive_requests_now(m->processors[p].requests);
  for (uint64_t line = first; line <= last; line++) {
    const stretch touched = {line == first ? (uint32_t)(address % m->config.d1.line) : 0,
                             line == last ? (uint32_t)((address + (size - 1)) % m->config.d1.line)
                                          : m->config.d1.line - 1};
    const bool counts = outcome->cause == COH_HIT;
    const coh_outcome one = use_line(m, line, p, kind != COH_READ, blame, touched, counts);
    const coh_outcome before = *outcome;
    if (counts && one.cause != COH_HIT) *outcome = one;
    if (counts && (one.cause != COH_HIT || (one.upgrade && !before.upgrade))) outcome->line = line;
    outcome->upgrade = before.upgrade || one.upgrade;
    outcome->stall = before.stall > one.stall ? before.stall : one.stall;
    outcome->prefetching.issued = before.prefetching.issued + one.prefetching.issued;
    outcome->prefetching.covered = before.prefetching.covered + one.prefetching.covered;
    outcome->prefetching.late = before.prefetching.late + one.prefetching.late;
  }
  outcome->translation = translate(m, p, address, address + (size - 1));
  outcome->stall += outcome->translation.cycles;
  if (!m->processors[p].requests) {
    naive_count(&m->processors[p].counts, kind, outcome);
    m->processors[p].clock += outcome->stall;
    return;
  }
  coh_outcome without_stall = *outcome;
  without_stall.stall = without_stall.translation.cycles = 0;
  naive_count(&m->processors[p].counts, kind, &without_stall);
  if (outcome->stall > 0 && (outcome->cause != COH_HIT || outcome->upgrade)) m->missed |= UINT64_C(1) << p;
  const bool several = (m->missed & (m->missed - 1)) != 0;
  naive_requests_complete(m->processors[p].requests, kind, outcome, address / 8, first, last, several);
  m->processors[p].clock = naive_requests_now(m->processors[p].requests);
}

uint64_t naive_now(const naive *m, unsigned p) { return m->processors[p].clock; }

void naive_set_now(naive *m, unsigned p, uint64_t now) {
  if (m->processors[p].requests) naive_requests_work(m->processors[p].requests, now - m->processors[p].clock);
  m->processors[p].clock = now;
}

void naive_drain(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++)
    if (m->processors[p].requests) {
      naive_requests_drain(m->processors[p].requests, &m->processors[p].counts);
      m->processors[p].clock = naive_requests_now(m->processors[p].requests);
    }
}

void naive_counts_zero(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++) m->processors[p].counts = (coh_counts){0};
  for (uint64_t i = 0; i < m->n_lines * m->config.processors; i++) m->past[i].undecided = false;
}

const coh_counts *naive_counts_of(const naive *m, unsigned p) { return &m->processors[p].counts; }

const char *naive_difference(const coh_counts *expected, const coh_counts *counted, uint64_t *e, uint64_t *c) {
  for (coh_count i = 0; i < COH_COUNTS; i++) {
    *e = coh_counts_get(expected, i);
    *c = coh_counts_get(counted, i);
    if (*e != *c) return coh_count_format_of(i)->name;
  }
  return NULL;
}
