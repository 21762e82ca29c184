/* coh_memory.h: the nodes of the machine. Each node has a memory, a last level and a bus, which come after the private
 * caches.
 *
 * coh_memory.c states the rules. The parts of a fetch that are executed often are inline.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache-inl.h"
#include "plat/plat_map.h"

typedef struct {
  const mach_config *config;
  unsigned nodes;
  unsigned page_shift;    /* bits by which a line number is shifted to get the number of its page */
  bool uneven;            /* the cost of a fetch depends on place or time, because the machine has several nodes or
                             contention */
  coh_cache *last_levels; /* indexed by node; NULL: none */
  plat_map homes;         /* for first-touch placement. Key: page number; value: number of the home node + 1 */
  const mach_zone *zones; /* zones of memory with their own placement or page size; the caller owns them */
  unsigned n_zones;
  uint64_t free_at[MACH_MAX_PROCESSORS]; /* indexed by node: the cycle at which the bus becomes free */
} coh_memory;

/* The maximum wait for a bus. Without it, waits could become very long, since the clocks of processors can be far
 * apart. */
#define COH_MAX_DELAY 0x7fffffffu

/* Makes the memory of a checked machine. The machine's description must outlive the memory. Free with
 * coh_memory_clear(). */
void coh_memory_init(coh_memory *memory, const mach_config *config);
void coh_memory_clear(coh_memory *memory);

/* Returns the zone that contains a line, or NULL if no zone does. */
const mach_zone *coh_memory_zone(const coh_memory *memory, uint64_t line);

/* Returns the node whose memory holds the line. `node` is the node of the requesting processor. With first-touch
 * placement, a new page is placed on `node`. */
unsigned coh_memory_home(coh_memory *memory, uint64_t line, unsigned node);

/* Occupies the bus of node `home` for a transaction at time `now`. Returns the number of cycles that the transaction
 * waits for the bus, which is 0 without contention. */
uint32_t coh_memory_wait(coh_memory *memory, unsigned home, uint64_t now);

/* Removes a line, to which a processor of `node` stored, from the last levels of the other nodes. Call it only with
 * several nodes. */
void coh_memory_store(coh_memory *memory, uint64_t line, unsigned node);

/* Returns the last level of a node, or NULL if there is none. */
static inline coh_cache *coh_memory_last_level(const coh_memory *memory, unsigned node) {
  return memory->last_levels ? &memory->last_levels[node] : NULL;
}

/* As coh_last_level_use(), but sets *pushed_out (unless NULL) to the modified line that is evicted. Sets it to
 * COH_NO_LINE if no modified line is evicted. */
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

/* Uses a line in a last level, and fills it if it is not there. Returns whether it was there. (The function is inline,
 * since it is called for each miss.) */
__attribute__((always_inline)) static inline bool coh_last_level_use(coh_cache *ll, uint64_t line) {
  return coh_last_level_take(ll, line, NULL);
}
