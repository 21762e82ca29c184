/* naive_traffic.c: see naive_traffic.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_traffic.h"

#include "tests/coherence/naive_nodes.h"

void naive_moves(naive *m, uint64_t *bytes, coh_move way, coh_who data) {
  if (!m->config.traffic) return;
  *bytes += m->config.d1.line;
  if (m->mover) m->mover(m->mover_closure, m->moving, way, data, m->blamed.note);
}

#define WRITES(m, to, way, line) \
  naive_moves(m, &(m)->processors[(m)->moving].counts.to, way, naive_memory_of(m, line)->modifier)

void naive_write_to_memory(naive *m, uint64_t line) {
  const unsigned p = m->moving;
  naive_transfer(m, &m->channel[naive_home_of(m, line, naive_node_of(m, p))], m->config.memory_bandwidth, p);
  WRITES(m, memory_bytes_written, COH_MEMORY_WRITTEN, line);
}

/* A processor loses a line that is newer than the memory outside of its caches. */
static void write_outside(naive *m, uint64_t line, unsigned p) {
  const cache *ll = &m->ll[naive_node_of(m, p)];
  cache_way *way = ll->sets != 0 ? naive_cache_find(ll, line) : NULL;
  if (way)
    way->newer = true;
  else
    naive_write_to_memory(m, line);
}

void naive_write_d1_back(naive *m, uint64_t line, unsigned p) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->newer) return;
  past->newer = false;
  WRITES(m, d1_bytes_written, COH_D1_WRITTEN, line);
  if (naive_has_l2(m))
    past->l2_newer = true;
  else
    write_outside(m, line, p);
}

void naive_write_l2_back(naive *m, uint64_t line, unsigned p) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->l2_newer) return;
  past->l2_newer = false;
  WRITES(m, l2_bytes_written, COH_L2_WRITTEN, line);
  write_outside(m, line, p);
}

void naive_write_back_to_read(naive *m, uint64_t line, unsigned self) {
  const bool moesi = m->config.protocol == MACH_MOESI;
  for (unsigned p = 0; p < m->config.processors; p++) {
    if (p == self) continue;
    if (naive_has_l2(m) || !moesi) naive_write_d1_back(m, line, p);
    if (!moesi) naive_write_l2_back(m, line, p);
  }
}

void naive_modify(naive *m, uint64_t line, unsigned p) {
  line_past *past = naive_past_of(m, line, p);
  if (!past->newer) naive_memory_of(m, line)->modifier = m->blamed.filler;
  past->newer = true;
}

void naive_read_memory(naive *m, uint64_t line) {
  for (unsigned node = 0; node < m->nodes; node++) {
    cache_way *way = m->ll[node].sets != 0 ? naive_cache_find(&m->ll[node], line) : NULL;
    if (way && way->newer) naive_write_to_memory(m, line);
    if (way) way->newer = false;
  }
  NAIVE_READS(m, memory_bytes_read, COH_MEMORY_READ);
}

uint64_t naive_modified_lines(const naive *m) {
  uint64_t n = 0;
  for (unsigned r = 0; r < m->n_regions; r++)
    for (uint64_t line = m->regions[r].first; line < m->regions[r].first + m->regions[r].lines; line++) {
      bool newer = false;
      for (unsigned p = 0; p < m->config.processors; p++) {
        const line_past *past = &m->past[naive_place_of(m, line) * m->config.processors + p];
        newer = newer || past->newer || past->l2_newer;
      }
      for (unsigned node = 0; node < m->nodes; node++) {
        const cache_way *way = m->ll[node].sets != 0 ? naive_cache_find(&m->ll[node], line) : NULL;
        newer = newer || (way && way->newer);
      }
      n += newer;
    }
  return n;
}
