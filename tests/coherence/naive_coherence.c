/* naive_coherence.c: see naive_coherence.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_coherence.h"

#include <assert.h>
#include <stdlib.h>

#include "tests/coherence/naive_fills.h"

static bool another_holds(naive *m, uint64_t line, unsigned self) {
  for (unsigned p = 0; p < m->config.processors; p++)
    if (p != self && naive_past_of(m, line, p)->state != INVALID) return true;
  return false;
}

static void invalidate_others(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = naive_past_of(m, line, p);
    if (p == self || past->state == INVALID) continue;
    past->state = INVALID;
    past->gone = COH_INVALIDATED;
    naive_left(m, line, p);
    naive_left_l2(m, line, p);
    past->by = blame->storer;
    past->by_prefetch = false;
    past->lost = m->now;
    past->undecided = false;
    past->newer = past->l2_newer = false; /* only the storing processor has it newer from now on */
    naive_cache_drop(&m->processors[p].d1, line);
    naive_list_drop(&m->processors[p].shadow, line);
    if (naive_has_l2(m)) naive_cache_drop(&m->processors[p].l2, line);
  }
}

void naive_fetch_to_read(naive *m, uint64_t line, unsigned self) {
  const bool alone = !another_holds(m, line, self);
  const bool moesi = m->config.protocol == MACH_MOESI;
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = naive_past_of(m, line, p);
    if (past->state == EXCLUSIVE) past->state = SHARED;
    if (past->state == MODIFIED) past->state = moesi ? OWNED : SHARED;
  }
  naive_past_of(m, line, self)->state = m->config.protocol != MACH_MSI && alone ? EXCLUSIVE : SHARED;
}

void naive_fetch_to_store(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  invalidate_others(m, line, self, blame);
  naive_past_of(m, line, self)->state = MODIFIED;
}

bool naive_cannot_store(naive *m, uint64_t line, unsigned p) {
  const line_state state = naive_past_of(m, line, p)->state;
  return state == SHARED || state == OWNED;
}

bool naive_store_to_held(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  line_past *past = naive_past_of(m, line, self);
  const bool upgrade = naive_cannot_store(m, line, self);
  assert(past->state != INVALID);
  if (upgrade) invalidate_others(m, line, self, blame);
  past->state = MODIFIED;
  return upgrade;
}

bool naive_touches_news(naive *m, uint64_t line, unsigned p, stretch touched) {
  const uint64_t *stores = naive_memory_of(m, line)->stores;
  const uint32_t granule = naive_granule(m);
  const uint32_t end = (touched.last / granule + 1) * granule;
  for (uint32_t byte = touched.first / granule * granule; stores && byte < end; byte++)
    for (unsigned other = 0; other < m->config.processors; other++) {
      const uint64_t time = stores[byte * m->config.processors + other];
      if (other != p && time != 0 && time >= naive_past_of(m, line, p)->lost) return true;
    }
  return false;
}

void naive_note_store(naive *m, uint64_t line, unsigned p, stretch touched) {
  line_memory *memory = naive_memory_of(m, line);
  const size_t processors = m->config.processors;
  if (!memory->stores) memory->stores = calloc(m->config.d1.line * processors, sizeof *memory->stores);
  assert(memory->stores);
  for (uint32_t byte = touched.first; byte <= touched.last; byte++) memory->stores[byte * processors + p] = m->now;
}

void naive_reconsider(naive *m, uint64_t line, unsigned p, stretch touched) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->undecided || !naive_touches_news(m, line, p, touched)) return;
  past->undecided = false;
  m->processors[p].counts.false_sharing--;
  m->processors[p].counts.true_sharing++;
  if (m->revision) m->revision(m->closure, p, line, past->note);
}
