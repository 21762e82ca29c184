/* coh_memory.h: the nodes after the private caches: memory, last level and bus of each.
 *
 * coh_memory.c states the rules. The common parts of a fetch are inline.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache-inl.h"
#include "plat/plat_map.h"

typedef struct {
  const mach_config *config;
  unsigned nodes;
  unsigned page_shift;    /* bits by which a line number is shifted to get the number of its page */
  bool uneven;            /* the cost of a fetch depends on place or time: several nodes, or contention */
  coh_cache *last_levels; /* by node; NULL: none */
  plat_map homes;         /* with first-touch placement: by page number, the home node + 1 */
  const mach_zone *zones; /* zones of memory with their own placement or page size; owned by the caller */
  unsigned n_zones;
  uint64_t free_at[MACH_MAX_PROCESSORS]; /* by node: the cycle at which the bus is free */
} coh_memory;

/* Limits the wait for a bus, since processors' clocks can be far apart. */
#define COH_MAX_DELAY 0x7fffffffu

/* Makes the memory of a checked machine. The description must outlive it. Free with coh_memory_clear(). */
void coh_memory_init(coh_memory *memory, const mach_config *config);
void coh_memory_clear(coh_memory *memory);

/* Returns the zone that contains a line; NULL: none. */
const mach_zone *coh_memory_zone(const coh_memory *memory, uint64_t line);

/* Returns the node whose memory holds the line. `node`: the requesting processor's, which gets a new page with
 * first-touch placement. */
unsigned coh_memory_home(coh_memory *memory, uint64_t line, unsigned node);

/* Returns the cycles that a transaction at time `now`, for memory of node `home`, waits for the bus, and then occupies
 * the bus. 0 without contention. */
uint32_t coh_memory_wait(coh_memory *memory, unsigned home, uint64_t now);

/* Removes a line to which a processor of `node` stored from the other nodes' last levels. Only with several nodes. */
void coh_memory_store(coh_memory *memory, uint64_t line, unsigned node);

/* Returns the last level of a node; NULL: none. */
static inline coh_cache *coh_memory_last_level(const coh_memory *memory, unsigned node) {
  return memory->last_levels ? &memory->last_levels[node] : NULL;
}

/* As coh_last_level_use(), but sets *pushed_out (unless NULL) to the modified line that is evicted, or COH_NO_LINE. */
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

/* Uses a line in the last level, and fills it if it is not there. Returns whether it was there. (Inlined, since it is
 * called for each miss.) */
__attribute__((always_inline)) static inline bool coh_last_level_use(coh_cache *ll, uint64_t line) {
  return coh_last_level_take(ll, line, NULL);
}
