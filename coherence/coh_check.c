/* coh_check.c: walks the invariants of the machine. For tests.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_system-inl.h"

static bool is_way(const coh_cache *cache, uint64_t slot) { return slot % cache->stride < cache->ways; }

static uint64_t slots_of(const coh_cache *cache) { return (cache->set_mask + 1) * cache->stride; }

static void check_cache(const coh_cache *cache) {
  uint64_t empty = 0;
  for (uint64_t slot = 0; slot < slots_of(cache); slot++) {
    const uint64_t line = cache->tags[slot];
    if (!is_way(cache, slot)) continue;
    plat_assert(cache->keys[slot] == coh_cache_key(cache, line));
    plat_assert(cache->exact == 0 || line == COH_NO_LINE || line < cache->exact);
    empty += line == COH_NO_LINE;
    if (line == COH_NO_LINE) continue;
    plat_assert(slot / cache->stride == coh_cache_set(cache, line));
    plat_assert(coh_cache_find(cache, line) == slot); /* so it stands once */
  }
  plat_assert(empty == cache->empty);
}

static void check_filter(const coh_processor *p) {
  for (uint64_t i = 0; i <= p->filter_mask; i++) {
    const coh_filter *entry = &p->filter[i];
    if (entry->key == COH_NO_LINE) continue;
    const uint64_t line = entry->key >> 1;
    plat_assert((line & p->filter_mask) == i && coh_cache_find(&p->d1, line) == entry->slot);
    plat_assert(coh_cache_use_is_noop(&p->d1, coh_cache_set(&p->d1, line), entry->slot));
    plat_assert(entry->label == p->line_labels[entry->slot]);
    for (unsigned l = 0; entry->label != COH_NO_LABEL && l < 1u << p->label_bits; l++)
      plat_assert(coh_labels(p, entry->slot)[l] == entry->label);
    plat_assert((entry->key & 1) == (p->d1.states[entry->slot] == COH_MODIFIED));
  }
}

/* The state of a line at a processor that may know more of it in the D1 than in the L2. */
static coh_state state_of(const coh_processor *p, uint64_t line) {
  const uint64_t d1 = coh_cache_find(&p->d1, line);
  if (d1 != COH_NO_SLOT) return (coh_state)p->d1.states[d1];
  return (coh_state)p->l2.states[coh_cache_find(&p->l2, line)];
}

static void check_contents(const coh_system *system, unsigned processor) {
  const coh_processor *p = &system->processors[processor];
  for (uint64_t slot = 0; slot < slots_of(&p->d1); slot++) {
    const uint64_t line = p->d1.tags[slot];
    if (!is_way(&p->d1, slot) || line == COH_NO_LINE) continue;
    plat_assert(p->words[slot] == coh_causes_word(p->causes, line));
    plat_assert(coh_word_fate(*p->words[slot]) == COH_RESIDENT);
    if (p->l2.ways == 0) continue;
    const uint64_t in_l2 = coh_cache_find(&p->l2, line);
    plat_assert(in_l2 != COH_NO_SLOT);
    plat_assert((p->l2.states[in_l2] == COH_SHARED) == (p->d1.states[slot] == COH_SHARED));
  }
  if (!system->directory) return;
  const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
  for (uint64_t slot = 0; slot < slots_of(outer); slot++) {
    const uint64_t line = outer->tags[slot];
    if (!is_way(outer, slot) || line == COH_NO_LINE) continue;
    const coh_holding *holding = coh_directory_find(system->directory, line);
    plat_assert(holding && holding->holders >> processor & 1);
    const bool owner = state_of(p, line) != COH_SHARED;
    plat_assert(owner == (holding->owner == (int)processor));
    plat_assert(!owner || holding->holders == (uint64_t)1 << processor);
  }
}

void coh_check(const coh_system *system) {
  uint64_t held = 0;
  for (unsigned i = 0; i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    if (!p->active) continue;
    check_cache(&p->d1);
    if (p->l2.ways != 0) check_cache(&p->l2);
    check_filter(p);
    check_contents(system, i);
    const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
    held += (uint64_t)(outer->set_mask + 1) * outer->ways - outer->empty;
    const coh_counts *c = &p->counts;
    plat_assert(c->cold + c->replacement + c->invalidation == c->read_misses + c->write_misses);
  }
  if (system->ll.ways != 0) check_cache(&system->ll);
  if (system->directory) plat_assert(coh_directory_holdings(system->directory) == held);
}
