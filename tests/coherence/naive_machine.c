/* naive_machine.c: see naive_machine.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_machine.h"

#include <assert.h>
#include <stdlib.h>

/* The policy of an L2 or a last level. */
static mach_replacement policy(const mach_config *config, mach_level_policy level) {
  static const mach_replacement own[] = {[MACH_LEVEL_LRU] = MACH_LRU,
                                         [MACH_LEVEL_FIFO] = MACH_FIFO,
                                         [MACH_LEVEL_RANDOM] = MACH_RANDOM,
                                         [MACH_LEVEL_PLRU] = MACH_PLRU,
                                         [MACH_LEVEL_RRIP] = MACH_RRIP};
  return level == MACH_LEVEL_SAME ? config->replacement : own[level];
}

naive *naive_new(const mach_config *config, const naive_region *regions, unsigned n_regions) {
  naive *m = calloc(1, sizeof *m);
  assert(m);
  m->config = *config;
  m->regions = calloc(n_regions, sizeof *m->regions);
  assert(m->regions);
  const uint32_t lines_of_page = 4096 / config->d1.line;
  for (unsigned r = 0; r < n_regions; r++) {
    m->regions[r] = regions[r];
    while ((m->regions[r].first + m->regions[r].lines) % lines_of_page != 0) m->regions[r].lines++;
    if (!config->prefetch_next_page) continue;
    const uint32_t before = m->regions[r].first >= lines_of_page ? lines_of_page : 0;
    m->regions[r].first -= before; /* regions can overlap now: naive_place_of() finds the first of them */
    m->regions[r].lines += before + lines_of_page;
  }
  m->n_regions = n_regions;
  m->processors = calloc(config->processors, sizeof *m->processors);
  assert(m->processors);
  for (unsigned p = 0; p < config->processors; p++) {
    naive_cache_init(&m->processors[p].d1, &config->d1, config->replacement);
    naive_cache_init(&m->processors[p].l2, &config->l2, policy(config, config->l2_replacement));
    naive_list_init(&m->processors[p].shadow, config->d1.size / config->d1.line);
    m->processors[p].dtlb = naive_tlb_new(&config->dtlb);
    m->processors[p].stlb = naive_tlb_new(&config->stlb);
    m->processors[p].strides.most = INSTRUCTIONS;
    m->processors[p].streams.most = PAGES;
    m->processors[p].l2_streams.most = L2_PAGES;
    if (mach_config_has_window(config)) m->processors[p].requests = naive_requests_new(config);
  }
  m->nodes = config->nodes == 0 ? 1 : config->nodes;
  m->ll = calloc(m->nodes, sizeof *m->ll);
  m->free_at = calloc(m->nodes, sizeof *m->free_at);
  m->channel = calloc(m->nodes, sizeof *m->channel);
  m->link = calloc(config->processors, sizeof *m->link);
  assert(m->ll && m->free_at && m->channel && m->link);
  for (unsigned node = 0; node < m->nodes; node++) {
    naive_cache_init(&m->ll[node], &config->ll, policy(config, config->ll_replacement));
    m->ll[node].hashed = config->ll_hash;
  }
  for (unsigned r = 0; r < n_regions; r++) m->n_lines += m->regions[r].lines;
  m->past = calloc(m->n_lines * config->processors, sizeof *m->past);
  m->memory = calloc(m->n_lines, sizeof *m->memory);
  assert(m->past && m->memory);
  return m;
}

void naive_place(naive *m, const mach_zone *zones, unsigned n) {
  m->zones = zones;
  m->n_zones = n;
}

void naive_free(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    free(m->processors[p].d1.way);
    free(m->processors[p].l2.way);
    free(m->processors[p].shadow.lines);
    naive_tlb_free(m->processors[p].dtlb, &m->config.dtlb);
    naive_tlb_free(m->processors[p].stlb, &m->config.stlb);
    free(m->processors[p].requests);
  }
  for (unsigned node = 0; node < m->nodes; node++) free(m->ll[node].way);
  for (uint64_t i = 0; i < m->n_lines; i++) free(m->memory[i].stores);
  free(m->ll);
  free(m->free_at);
  free(m->channel);
  free(m->link);
  free(m->processors);
  free(m->regions);
  free(m->past);
  free(m->memory);
  free(m);
}

void naive_on_true_sharing(naive *m, coh_revision *revision, void *closure) {
  m->revision = revision;
  m->closure = closure;
}

void naive_on_waste(naive *m, coh_waste *waste, void *closure) {
  m->waste = waste;
  m->waste_closure = closure;
}

void naive_on_traffic(naive *m, coh_mover *mover, void *closure) {
  m->mover = mover;
  m->mover_closure = closure;
}

uint64_t naive_place_of(const naive *m, uint64_t line) {
  uint64_t before = 0;
  for (unsigned r = 0; r < m->n_regions; r++) {
    const uint64_t offset = line - m->regions[r].first;
    if (line >= m->regions[r].first && offset < m->regions[r].lines) return before + offset;
    before += m->regions[r].lines;
  }
  return UINT64_MAX;
}

line_past *naive_past_of(naive *m, uint64_t line, unsigned p) {
  const uint64_t place = naive_place_of(m, line);
  assert(place != UINT64_MAX);
  return &m->past[place * m->config.processors + p];
}

line_memory *naive_memory_of(naive *m, uint64_t line) {
  const uint64_t place = naive_place_of(m, line);
  assert(place != UINT64_MAX);
  return &m->memory[place];
}

bool naive_has_l2(const naive *m) { return m->config.l2.size != 0; }

uint32_t naive_granule(const naive *m) { return m->config.d1.line > 64 ? m->config.d1.line / 64 : 1; }
