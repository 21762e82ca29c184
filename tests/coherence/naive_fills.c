/* naive_fills.c: see naive_fills.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_fills.h"

#include "tests/coherence/naive_nodes.h"
#include "tests/coherence/naive_traffic.h"

void naive_use_last_level(naive *m, uint64_t line, unsigned p) {
  cache *ll = &m->ll[naive_node_of(m, p)];
  if (ll->sets == 0) return;
  cache_way *way = naive_cache_find(ll, line);
  if (way) {
    naive_cache_use(way, ++m->now);
    return;
  }
  way = naive_cache_victim(ll, line);
  if (way->full && way->newer) naive_write_to_memory(m, way->line);
  naive_cache_fill(way, line, ++m->now);
}

void naive_left(naive *m, uint64_t line, unsigned p) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->prefetched) return;
  past->prefetched = false;
  m->processors[p].counts.unused++;
  if (m->waste) m->waste(m->waste_closure, p, line, past->asker);
}

void naive_left_l2(naive *m, uint64_t line, unsigned p) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->l2_prefetched) return;
  past->l2_prefetched = false;
  m->processors[p].counts.unused++;
  if (m->waste) m->waste(m->waste_closure, p, line, past->l2_asker);
}

/* A fill evicts the line from the D1. */
static void pushed_out(naive *m, uint64_t line, unsigned p, filler fill) {
  line_past *past = naive_past_of(m, line, p);
  naive_left(m, line, p);
  naive_write_d1_back(m, line, p);
  past->gone = COH_REPLACED;
  past->by = fill.who;
  past->by_prefetch = fill.by_prefetch;
  past->undecided = false;
  if (!naive_has_l2(m)) past->state = INVALID;
}

void naive_fill_l2(naive *m, uint64_t line, unsigned p, filler fill) {
  processor *self = &m->processors[p];
  cache_way *way = naive_cache_victim(&self->l2, line);
  NAIVE_READS(m, l2_bytes_read, COH_L2_READ);
  if (way->full) {
    naive_past_of(m, way->line, p)->state = INVALID;
    naive_left_l2(m, way->line, p);
    if (naive_cache_find(&self->d1, way->line)) {
      naive_cache_drop(&self->d1, way->line);
      pushed_out(m, way->line, p, fill);
    }
    naive_write_l2_back(m, way->line, p);
  }
  naive_cache_fill(way, line, ++m->now);
}

void naive_fill_d1(naive *m, uint64_t line, unsigned p, filler fill) {
  cache_way *way = naive_cache_victim(&m->processors[p].d1, line);
  if (way->full) pushed_out(m, way->line, p, fill);
  NAIVE_READS(m, d1_bytes_read, COH_D1_READ);
  naive_cache_fill(way, line, ++m->now);
}
