/* coh_check.c: asserts the invariants of the machine, for tests. SPDX-License-Identifier: GPL-2.0-or-later */
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
    plat_assert(coh_cache_find(cache, line) == slot); /* so the cache contains the line only once */
  }
  plat_assert(empty == cache->empty);
}

static void check_filter(const coh_processor *p) {
  for (uint64_t i = 0; i <= p->filter_mask; i++) {
    const coh_filter *entry = &p->filter[i];
    if (entry->key == COH_NO_LINE) continue;
    const uint64_t line = entry->key >> 1;
    plat_assert(coh_filter_entry(p, line) == entry && coh_cache_find(&p->d1, line) == entry->slot);
    plat_assert(coh_cache_use_is_noop(&p->d1, coh_cache_set(&p->d1, line), entry->slot));
    plat_assert(entry->label == p->line_labels[entry->slot]);
    const bool modified = p->d1.states[entry->slot] == COH_MODIFIED;
    /* Recorded references of other processors can forbid plain stores. */
    plat_assert(p->pending ? modified || !(entry->key & 1) : (entry->key & 1) == modified);
    plat_assert(p->d1.states[entry->slot] < COH_UNDECIDED);
  }
}

/* Returns the state of a line at a processor, whose D1 can have a newer state than its L2. */
static coh_state state_of(const coh_processor *p, uint64_t line) {
  const uint64_t d1 = coh_cache_find(&p->d1, line);
  if (d1 != COH_NO_SLOT) return coh_state_in(p->d1.states[d1]);
  return (coh_state)p->l2.states[coh_cache_find(&p->l2, line)];
}

static uint64_t bit(unsigned processor) { return (uint64_t)1 << processor; }

/* Checks that the protocol has the state of the line in `slot`, and that the L2 has the line in the same state. Only a
 * store that was not reported to the L2 can make the states differ. */
static void check_state(const coh_system *system, const coh_processor *p, uint64_t slot) {
  const coh_state state = coh_state_in(p->d1.states[slot]);
  plat_assert(state != COH_INVALID && system->rules.on[state][COH_STORES].next == COH_MODIFIED);
  if (p->d1.states[slot] & COH_UNSTORED)
    plat_assert(system->config.traffic && p->l2.ways != 0 && state == COH_MODIFIED);
  const bool seen = p->d1.states[slot] & COH_SEEN;
  if (!(p->d1.states[slot] & COH_PREFETCHED)) plat_assert(p->shadow || p->tlb ? seen : !seen || p->flights);
  if (p->l2.ways == 0) return;
  const uint64_t in_l2 = coh_cache_find(&p->l2, p->d1.tags[slot]);
  plat_assert(in_l2 != COH_NO_SLOT);
  plat_assert(p->l2.states[in_l2] == state || (p->l2.states[in_l2] == COH_EXCLUSIVE && state == COH_MODIFIED));
}

/* Checks the sharing records of the line in `slot`: the granules whose stores are no longer reported must be recorded
 * for every processor that is awaited at the line. */
static void check_watch(const coh_system *system, unsigned processor, uint64_t slot) {
  const coh_processor *p = &system->processors[processor];
  const uint64_t line = p->d1.tags[slot];
  uint64_t known = ~(uint64_t)0, stored;
  for (unsigned i = 0; i < system->config.processors; i++)
    if (coh_sharing_awaits(&system->sharing, line, i, &stored)) {
      plat_assert(i != processor);
      plat_assert(coh_word_fate(*coh_causes_word(system->processors[i].causes, line)) == COH_WAS_INVALIDATED);
      known &= stored;
    }
  if (p->d1.states[slot] & COH_UNDECIDED) plat_assert(p->watches[slot].deciding != 0);
  if (coh_state_in(p->d1.states[slot]) != COH_MODIFIED) return;
  plat_assert(!(p->d1.states[slot] & COH_WATCHED) == !(p->granules & ~known));
  if (p->d1.states[slot] & COH_WATCHED) plat_assert(p->watches[slot].known == known);
}

static void check_d1(const coh_system *system, unsigned processor) {
  const coh_processor *p = &system->processors[processor];
  uint64_t undecided = 0, prefetched = 0;
  for (uint64_t slot = 0; slot < slots_of(&p->d1); slot++) {
    const uint64_t line = p->d1.tags[slot];
    if (!is_way(&p->d1, slot) || line == COH_NO_LINE) continue;
    plat_assert(p->words[slot] == coh_causes_word(p->causes, line));
    plat_assert(coh_word_fate(*p->words[slot]) == COH_RESIDENT);
    check_state(system, p, slot);
    check_watch(system, processor, slot);
    undecided += (p->d1.states[slot] & COH_UNDECIDED) != 0;
    prefetched += (p->d1.states[slot] & COH_PREFETCHED) != 0;
  }
  plat_assert(undecided <= p->counts.false_sharing);
  if (p->shadow) coh_shadow_check(p->shadow);
  const coh_counts *c = &p->counts;
  for (uint64_t slot = 0; p->l2_prefetcher && slot < slots_of(&p->l2); slot++) {
    prefetched += p->l2_prefetcher->unused[slot];
    plat_assert(!p->l2_prefetcher->unused[slot] || p->l2.tags[slot] != COH_NO_LINE);
  }
  plat_assert(c->covered + c->unused + prefetched == c->prefetches + p->carried);
}

/* Checks a processor's lines against the directory. Adds the number of its lines outside of its private pages to
 * *listed. */
static void check_holdings(const coh_system *system, unsigned processor, uint64_t *listed) {
  const coh_processor *p = &system->processors[processor];
  const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
  for (uint64_t slot = 0; slot < slots_of(outer); slot++) {
    const uint64_t line = outer->tags[slot];
    if (!is_way(outer, slot) || line == COH_NO_LINE) continue;
    const coh_holding *holding = coh_directory_find(system->directory, line);
    const coh_state state = state_of(p, line);
    if (state == COH_MODIFIED) {
      for (unsigned node = 0; system->memory.last_levels && node < system->memory.nodes; node++)
        if (node != p->node) plat_assert(coh_cache_find(&system->memory.last_levels[node], line) == COH_NO_SLOT);
    }
    if (coh_pages_are_of(system->pages, line, processor)) {
      plat_assert(!holding);
      continue;
    }
    *listed += 1;
    plat_assert(holding && holding->holders & bit(processor));
    plat_assert(coh_is_owner(state) == (holding->owner == (int)processor));
    if (state >= COH_EXCLUSIVE) plat_assert(holding->holders == bit(processor));
  }
}

/* Checks the traffic of reads. The traffic of writes cannot be checked: a written-back line can have been modified by
 * another processor. */
static void check_traffic(const coh_system *system, const coh_counts *c) {
  const uint64_t outside = c->memory_bytes_read + c->transferred_bytes, line = system->config.d1.line;
  for (unsigned i = 0; i < COH_MOVES; i++) {
    const uint64_t moved = coh_counts_get(c, COH_COUNT_D1_BYTES_READ + i);
    plat_assert(system->config.traffic ? moved % line == 0 : moved == 0);
  }
  if (!system->config.traffic) return;
  if (system->config.l2.size == 0) plat_assert(c->l2_bytes_read == 0 && c->l2_bytes_written == 0);
  plat_assert(outside <= (system->config.l2.size == 0 ? c->d1_bytes_read : c->l2_bytes_read));
  const uint64_t prefetches = system->config.l2_prefetch == 0 ? c->prefetches : 0; /* else some fill only the L2 */
  plat_assert(c->d1_bytes_read >= (c->read_misses + c->write_misses + prefetches) * line);
}

static void check_counts(const coh_system *system, const coh_counts *c) {
  for (unsigned of_models = 0; of_models < 2; of_models++) {
    plat_assert(coh_counts_excess(c, of_models) == COH_COUNTS);
    plat_assert(coh_counts_broken_sum(c, of_models) == COH_SUMS);
  }
  plat_assert(c->second_level + c->last_level + c->memory + c->transfers == c->read_misses + c->write_misses);
  plat_assert(c->capacity + c->conflict == (system->config.conflicts ? c->replacement : 0));
  const uint64_t translation = (c->tlb_misses - c->walks) * system->config.tlb_latency +
                               c->walks * system->config.walk_latency;
  const bool overlaps = mach_config_has_window(&system->config);
  plat_assert(overlaps ? c->translation_cycles <= translation : c->translation_cycles == translation);
  check_traffic(system, c);
}

void coh_check(const coh_system *system) {
  uint64_t listed = 0;
  for (unsigned i = 0; i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    if (!p->active) continue;
    check_cache(&p->d1);
    if (p->l2.ways != 0) check_cache(&p->l2);
    if (p->tlb) {
      const coh_tlb *tlb = p->tlb;
      check_cache(&tlb->first);
      if (tlb->second.ways != 0) check_cache(&tlb->second);
    }
    check_filter(p);
    check_d1(system, i);
    if (system->directory) check_holdings(system, i, &listed);
    check_counts(system, &p->counts);
  }
  for (unsigned node = 0; system->memory.last_levels && node < system->memory.nodes; node++)
    check_cache(&system->memory.last_levels[node]);
  if (system->directory) plat_assert(coh_directory_holdings(system->directory) == listed);
}
