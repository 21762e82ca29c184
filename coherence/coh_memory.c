/* coh_memory.c: see coh_memory.h.
 *
 * The rules
 *  - A machine has one or more nodes. Each has a block of neighbouring processors (coh_node_of()), a part of memory, a
 *    bus, and a last level of its own, of the size that the configuration says (all nodes together have more).
 *  - A page of 4096 bytes is in the memory of one node, its home, for good: of the processor whose fetch touched it
 *    first; or of node page number mod nodes; or always of one node. Memory that the program gives back and gets again
 *    stays where it was.
 *  - A zone of memory may have another one of these placements than the rest; zones do not overlap.
 *  - Every fetch, also one that another cache supplies, is a use of the line in the last level of the processor's
 *    node, which takes the line in if it was not there. A store that the private caches do not take alone (a fetch
 *    to store, an upgrade, or the first store to an exclusive line) makes the last levels of the other nodes drop
 *    the line. Nothing else changes a last level: it neither contains nor excludes what the private caches hold, and
 *    what it evicts stays in them.
 *  - A fetch is supplied by the processor that owns the line and says so (coh_protocol.c); else by the last level of
 *    the own node, if it held the line; else by memory at the home. It is remote if the supplier is on another
 *    node: the cache of a processor there, or memory there. Latencies: ll_latency; memory_latency or, remote,
 *    remote_latency; transfer_latency or, remote, remote_transfer_latency. A miss of the D1 that the own L2 has is
 *    local.
 *  - Contention: each fetch, whoever supplies it, and each upgrade is a transaction on the bus of the line's home.
 *    One at time `now` (the processor's clock before the reference) waits until the bus is free; the wait is part of
 *    the stall. It keeps the bus busy for `occupancy` cycles from then on: delay = max(0, free_at - now), free_at =
 *    max(now, free_at) + occupancy. So transactions are served in the order in which they are simulated, which is
 *    that of clocks when the caller drives processors so. A wait is cut at COH_MAX_DELAY cycles.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_memory.h"

void coh_memory_init(coh_memory *memory, const coh_config *config) {
  *memory = (coh_memory){.config = config, .nodes = config->nodes < 1 ? 1 : config->nodes};
  memory->page_shift = COH_PAGE_BITS - (unsigned)__builtin_ctz(config->d1.line);
  memory->uneven = memory->nodes > 1 || config->contention;
  if (config->ll.size == 0) return;
  memory->last_levels = plat_alloc(memory->nodes * sizeof *memory->last_levels);
  for (unsigned node = 0; node < memory->nodes; node++)
    coh_cache_init(&memory->last_levels[node], &config->ll, config->replacement, false);
}

void coh_memory_clear(coh_memory *memory) {
  for (unsigned node = 0; memory->last_levels && node < memory->nodes; node++)
    coh_cache_clear(&memory->last_levels[node]);
  plat_free(memory->last_levels);
  coh_map_clear(&memory->homes);
}

const coh_zone *coh_memory_zone(const coh_memory *memory, uint64_t line) {
  const uint64_t page = line >> memory->page_shift;
  for (unsigned i = 0; i < memory->n_zones; i++) {
    const coh_zone *zone = &memory->zones[i];
    if (page - (zone->start >> COH_PAGE_BITS) < zone->bytes >> COH_PAGE_BITS) return zone;
  }
  return NULL;
}

unsigned coh_memory_home(coh_memory *memory, uint64_t line, unsigned node) {
  if (memory->nodes == 1) return 0;
  const uint64_t page = line >> memory->page_shift;
  const coh_zone *zone = coh_memory_zone(memory, line);
  const bool own = zone && zone->placement != COH_PLACEMENTS;
  switch (own ? zone->placement : memory->config->placement) {
    case COH_FIXED_NODE: return own ? zone->node : memory->config->fixed_node;
    case COH_ROUND_ROBIN: return (unsigned)(page % memory->nodes);
    default: break;
  }
  uint32_t *home = coh_map_add(&memory->homes, page);
  if (*home == 0) *home = node + 1;
  return *home - 1;
}

uint32_t coh_memory_wait(coh_memory *memory, unsigned home, uint64_t now) {
  if (!memory->config->contention) return 0;
  uint64_t *free_at = &memory->free_at[home];
  const uint64_t start = *free_at > now ? *free_at : now;
  *free_at = start + memory->config->occupancy;
  return start - now < COH_MAX_DELAY ? (uint32_t)(start - now) : COH_MAX_DELAY;
}

void coh_memory_store(coh_memory *memory, uint64_t line, unsigned node) {
  for (unsigned other = 0; memory->last_levels && other < memory->nodes; other++) {
    if (other == node) continue;
    coh_cache *ll = &memory->last_levels[other];
    const uint64_t slot = coh_cache_find(ll, line);
    if (slot != COH_NO_SLOT) coh_cache_drop(ll, slot);
  }
}
