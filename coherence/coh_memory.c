/* coh_memory.c: see coh_memory.h.
 *
 * The rules
 * - A machine has one or more nodes. Each node has consecutive processors (mach_node_of()), a part of memory, a bus,
 * and a last level of the configured size.
 * - A page of 4096 bytes stays in the memory of one node, its home: the node of the processor whose fetch touched it
 * first; or node page number mod nodes; or a fixed node. Memory that the program frees and gets again stays where it
 * was.
 * - A zone of memory can have another of these placements; zones do not overlap.
 * - Every fetch, also one that another cache supplies, is a use of the line in the last level of the processor's node.
 * The last level fills the line if it was not there. A store that involves more than the private caches (a fetch to
 * store, an upgrade, or the first store to an exclusive line) makes the last levels of the other nodes drop the line.
 * Nothing else changes a last level: it neither includes nor excludes the lines of private caches, and a line that it
 * evicts stays in them.
 * - A fetch is supplied by the owner of the line if the protocol says so (coh_protocol.c); else by the last level of
 * the processor's node, if it held the line; else by memory at the home. It is remote if the supplier is on another
 * node: a processor's cache, or memory. Latencies: ll_latency; memory_latency or, remote, remote_latency;
 * transfer_latency or, remote, remote_transfer_latency. A D1 miss that hits in the processor's L2 is local.
 * - Contention: each fetch, from any source, and each upgrade is a transaction on the bus of the line's home. A
 * transaction at time `now` (the processor's clock before the reference) waits until the bus is free; the wait is part
 * of the stall. It then occupies the bus for `occupancy` cycles: delay = max(0, free_at - now), free_at = max(now,
 * free_at) + occupancy. So transactions are served in the order of simulation. If the caller simulates references in
 * the order of the processors' clocks, this is also the order of time. A wait is at most COH_MAX_DELAY cycles.
 * - Bandwidth: each node's memory has a channel, which a line occupies for line / memory_bandwidth cycles. Lines that
 * memory supplies, also for prefetches and code, and lines that are written back to memory (coh_traffic.c) take the
 * channel in the order of simulation, as transactions take the bus. Each processor has a link, which a line from memory
 * occupies for line / processor_bandwidth cycles. A read waits until both are free; a write-back takes the channel
 * only, and no processor waits for it. Times are rounded down to ticks, and waits to cycles.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_memory.h"

/* Returns the time, in ticks, in which a line is transferred at a bandwidth. */
static uint32_t time_of_line(const mach_config *config, uint32_t bandwidth) {
  return bandwidth != 0 ? (uint32_t)((uint64_t)config->d1.line * MACH_TICKS * MACH_TICKS / bandwidth) : 0;
}

static void make_last_level(coh_cache *ll, const mach_config *config) {
  coh_cache_init(ll, &config->ll, mach_policy_of(config, config->ll_replacement), false);
  if (config->ll_hash) coh_cache_hash(ll);
}

void coh_memory_init(coh_memory *memory, const mach_config *config) {
  *memory = (coh_memory){.config = config, .nodes = config->nodes < 1 ? 1 : config->nodes};
  memory->page_shift = MACH_PAGE_BITS - (unsigned)__builtin_ctz(config->d1.line);
  memory->uneven = memory->nodes > 1 || mach_config_has_queues(config);
  memory->channel_time = time_of_line(config, config->memory_bandwidth);
  memory->link_time = time_of_line(config, config->processor_bandwidth);
  if (config->ll.size == 0) return;
  memory->last_levels = plat_alloc(memory->nodes * sizeof *memory->last_levels);
  for (unsigned node = 0; node < memory->nodes; node++) make_last_level(&memory->last_levels[node], config);
}

void coh_memory_clear(coh_memory *memory) {
  for (unsigned node = 0; memory->last_levels && node < memory->nodes; node++)
    coh_cache_clear(&memory->last_levels[node]);
  plat_free(memory->last_levels);
  plat_map_clear(&memory->homes);
}

const mach_zone *coh_memory_zone(const coh_memory *memory, uint64_t line) {
  const uint64_t page = line >> memory->page_shift;
  for (unsigned i = 0; i < memory->n_zones; i++) {
    const mach_zone *zone = &memory->zones[i];
    if (page - (zone->start >> MACH_PAGE_BITS) < zone->bytes >> MACH_PAGE_BITS) return zone;
  }
  return NULL;
}

unsigned coh_memory_home(coh_memory *memory, uint64_t line, unsigned node) {
  if (memory->nodes == 1) return 0;
  const uint64_t page = line >> memory->page_shift;
  const mach_zone *zone = coh_memory_zone(memory, line);
  const bool own = zone && zone->placement != MACH_PLACEMENTS;
  switch (own ? zone->placement : memory->config->placement) {
    case MACH_FIXED_NODE: return own ? zone->node : memory->config->fixed_node;
    case MACH_ROUND_ROBIN: return (unsigned)(page % memory->nodes);
    default: break;
  }
  uint32_t *home = plat_map_add(&memory->homes, page);
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

/* Occupies a channel or link from a time on, or from the end of its earlier transfers on. Returns the begin. Times are in
 * ticks. */
static uint64_t occupy(uint64_t *free_at, uint64_t now, uint32_t time) {
  const uint64_t begin = time != 0 && *free_at > now ? *free_at : now;
  *free_at = begin + time;
  return begin;
}

uint32_t coh_memory_read(coh_memory *memory, unsigned home, unsigned processor, uint64_t now) {
  const uint64_t ticks = now * MACH_TICKS;
  const uint64_t channel = occupy(&memory->channel_free[home], ticks, memory->channel_time);
  const uint64_t link = occupy(&memory->link_free[processor], ticks, memory->link_time);
  const uint64_t wait = ((channel > link ? channel : link) - ticks) / MACH_TICKS;
  return wait < COH_MAX_DELAY ? (uint32_t)wait : COH_MAX_DELAY;
}

void coh_memory_write(coh_memory *memory, unsigned home, uint64_t now) {
  occupy(&memory->channel_free[home], now * MACH_TICKS, memory->channel_time);
}

void coh_memory_store(coh_memory *memory, uint64_t line, unsigned node) {
  for (unsigned other = 0; memory->last_levels && other < memory->nodes; other++) {
    if (other == node) continue;
    coh_cache *ll = &memory->last_levels[other];
    const uint64_t slot = coh_cache_find(ll, line);
    if (slot != COH_NO_SLOT) coh_cache_drop(ll, slot);
  }
}
