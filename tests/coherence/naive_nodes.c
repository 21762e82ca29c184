/* naive_nodes.c: see naive_nodes.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_nodes.h"

#include <assert.h>

unsigned naive_node_of(const naive *m, unsigned p) { return p * m->nodes / m->config.processors; }

static uint64_t page_of(const naive *m, uint64_t line) { return line * m->config.d1.line / 4096; }

unsigned naive_home_of(naive *m, uint64_t line, unsigned toucher) {
  const uint64_t page = page_of(m, line);
  mach_placement placement = m->config.placement;
  unsigned fixed = m->config.fixed_node;
  for (unsigned i = 0; i < m->n_zones; i++)
    for (uint64_t at = 0; at < m->zones[i].bytes; at += 4096)
      if ((m->zones[i].start + at) / 4096 == page && m->zones[i].placement != MACH_PLACEMENTS) {
        placement = m->zones[i].placement;
        fixed = m->zones[i].node;
      }
  if (placement == MACH_FIXED_NODE) return fixed;
  if (placement == MACH_ROUND_ROBIN) return (unsigned)(page % m->nodes);
  if (!naive_memory_of(m, line)->has_home) {
    const uint64_t lines = 4096 / m->config.d1.line;
    for (uint64_t of_page = page * lines; of_page < (page + 1) * lines; of_page++) {
      const uint64_t place = naive_place_of(m, of_page);
      if (place == UINT64_MAX) continue;
      m->memory[place].has_home = true;
      m->memory[place].home = toucher;
    }
  }
  return naive_memory_of(m, line)->home;
}

uint32_t naive_wait_for_bus(naive *m, uint64_t line, unsigned p) {
  const unsigned home = naive_home_of(m, line, naive_node_of(m, p));
  const uint64_t now = m->processors[p].clock;
  if (!m->config.contention) return 0;
  const uint64_t begin = m->free_at[home] > now ? m->free_at[home] : now;
  m->free_at[home] = begin + m->config.occupancy;
  return begin - now > 0x7fffffff ? 0x7fffffff : (uint32_t)(begin - now);
}

uint64_t naive_transfer(const naive *m, uint64_t *free, uint32_t bandwidth, unsigned p) {
  const uint64_t now = m->processors[p].clock * 1000;
  if (bandwidth == 0) return now;
  const uint64_t begin = *free > now ? *free : now;
  *free = begin + (uint64_t)m->config.d1.line * 1000000 / bandwidth;
  return begin;
}

uint32_t naive_wait_for_memory(naive *m, uint64_t line, unsigned p) {
  const uint64_t now = m->processors[p].clock * 1000;
  const uint64_t channel = naive_transfer(m, &m->channel[naive_home_of(m, line, naive_node_of(m, p))],
                                          m->config.memory_bandwidth, p);
  const uint64_t link = naive_transfer(m, &m->link[p], m->config.processor_bandwidth, p);
  const uint64_t wait = ((channel > link ? channel : link) - now) / 1000;
  return wait > 0x7fffffff ? 0x7fffffff : (uint32_t)wait;
}

/* Returns the other processor whose copy is newer than memory, or -1. */
static int dirty_holder(naive *m, uint64_t line, unsigned self) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    const line_state state = naive_past_of(m, line, p)->state;
    if (p != self && (state == MODIFIED || state == OWNED)) return (int)p;
  }
  return -1;
}

coh_source naive_supplier(naive *m, uint64_t line, unsigned self) {
  const cache *ll = &m->ll[naive_node_of(m, self)];
  if (dirty_holder(m, line, self) >= 0) return COH_FROM_CACHE;
  if (ll->sets != 0 && naive_cache_find(ll, line)) return COH_FROM_LL;
  return COH_FROM_MEMORY;
}

bool naive_is_from_afar(naive *m, uint64_t line, unsigned self, coh_source source) {
  const unsigned node = naive_node_of(m, self);
  if (source == COH_FROM_CACHE) return naive_node_of(m, (unsigned)dirty_holder(m, line, self)) != node;
  return source == COH_FROM_MEMORY && naive_home_of(m, line, node) != node;
}

uint32_t naive_latency(const naive *m, coh_source source, bool remote) {
  switch (source) {
    case COH_FROM_D1: return 0;
    case COH_FROM_L2: return m->config.l2_latency;
    case COH_FROM_LL: return m->config.ll_latency;
    case COH_FROM_MEMORY: return remote ? m->config.remote_latency : m->config.memory_latency;
    case COH_FROM_CACHE: return remote ? m->config.remote_transfer_latency : m->config.transfer_latency;
    default: assert(!"a source"); return 0;
  }
}
