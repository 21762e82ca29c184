/* coh_memory.h: what lies behind the private caches: nodes with memory, a last level and a bus each.
 *
 * The rules stand at the top of coh_memory.c. What a fetch does in every machine is inline.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_MEMORY_H
#define COHERENCE_COH_MEMORY_H

#include "coherence/coh_cache-inl.h"
#include "coherence/coh_map.h"

typedef struct {
  const coh_config *config;
  unsigned nodes;
  unsigned page_shift;    /* from a line number to its page's */
  bool uneven;            /* what a fetch costs depends on where or when: several nodes, or contention */
  coh_cache *last_levels; /* one a node; NULL: none */
  coh_map homes;          /* first touch: by page number, the node + 1 */
  const coh_zone *zones;  /* memory that has a placement or pages of its own; the caller's */
  unsigned n_zones;
  uint64_t free_at[COH_MAX_PROCESSORS]; /* of each node's bus, cycles */
} coh_memory;

/* Longer a transaction never waits for a bus; clocks that are so far apart are not kept. */
#define COH_MAX_DELAY 0x7fffffffu

/* Makes the memory of a checked machine, whose description must stay; free with coh_memory_clear(). */
void coh_memory_init(coh_memory *memory, const coh_config *config);
void coh_memory_clear(coh_memory *memory);

/* The zone that a line is in; NULL: none. */
const coh_zone *coh_memory_zone(const coh_memory *memory, uint64_t line);

/* The node whose memory holds the line. `node`: of the processor that asks, which is where a page goes that nobody
 * used before, with first-touch placement. */
unsigned coh_memory_home(coh_memory *memory, uint64_t line, unsigned node);

/* A transaction for a line of memory of node `home`, at time `now`: returns how long it waits for the bus (cycles),
 * which it then keeps busy. 0 without contention. */
uint32_t coh_memory_wait(coh_memory *memory, unsigned home, uint64_t now);

/* A processor of `node` has stored to the line: the other nodes' last levels lose it. Only for several nodes. */
void coh_memory_store(coh_memory *memory, uint64_t line, unsigned node);

/* The last level of a node; NULL: there is none. */
static inline coh_cache *coh_memory_last_level(const coh_memory *memory, unsigned node) {
  return memory->last_levels ? &memory->last_levels[node] : NULL;
}

/* As coh_last_level_use(). `pushed_out`, unless it is NULL: gets the modified line that this pushes out, or
 * COH_NO_LINE. */
__attribute__((always_inline)) static inline bool coh_last_level_take(coh_cache *ll, uint64_t line,
                                                                      uint64_t *pushed_out) {
  if (pushed_out) *pushed_out = COH_NO_LINE;
  const uint64_t set = coh_cache_set(ll, line);
  uint64_t slot = coh_cache_find_in(ll, set * ll->stride, line);
  if (slot != COH_NO_SLOT) {
    coh_cache_use(ll, set, slot);
    return true;
  }
  slot = coh_cache_victim(ll, set);
  if (pushed_out && ll->states[slot] == COH_MODIFIED) *pushed_out = ll->tags[slot];
  coh_cache_fill(ll, slot, line, COH_SHARED);
  return false;
}

/* A fetch uses the line in the last level. True: it was there; else the last level takes it in. (A part of the path of
 * a miss.) */
__attribute__((always_inline)) static inline bool coh_last_level_use(coh_cache *ll, uint64_t line) {
  return coh_last_level_take(ll, line, NULL);
}

#endif
