/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_miss.c: see coh_miss-inl.h; the parts of a miss that only some machines need. */
#include "coherence/coh_miss-inl.h"

void coh_line_stall_unevenly(coh_system *system, const coh_processor *p, uint64_t line, int supplier,
                             coh_outcome *outcome) {
  const mach_config *config = &system->config;
  const unsigned home = coh_memory_home(&system->memory, line, p->node);
  outcome->stall = coh_memory_wait(&system->memory, home, p->now);
  if (outcome->source == COH_FROM_LL) {
    outcome->stall += config->ll_latency;
    return;
  }
  const bool transfer = outcome->source == COH_FROM_CACHE;
  outcome->remote = (transfer ? system->processors[supplier].node : home) != p->node;
  if (transfer)
    outcome->stall += outcome->remote ? config->remote_transfer_latency : config->transfer_latency;
  else
    outcome->stall += (outcome->remote ? config->remote_latency : config->memory_latency) +
                      coh_memory_read(&system->memory, home, coh_number(p), p->now);
}

uint32_t coh_line_upgrade(coh_system *system, coh_processor *p, uint64_t line, coh_who storer) {
  if (system->directory && !coh_claim(system, coh_number(p), line)) {
    coh_holding *const holding = coh_directory_find(system->directory, line);
    if (PLAT_UNLIKELY(p->flights != NULL)) coh_request(system, p, line, holding->holders & ~p->bit);
    coh_sharers_lose(system, holding, holding->holders & ~p->bit, storer);
    coh_holding_add(holding, coh_number(p), true);
  }
  const uint32_t stall = system->config.upgrade_latency;
  if (PLAT_LIKELY(!system->memory.uneven)) return stall;
  return stall + coh_memory_wait(&system->memory, coh_memory_home(&system->memory, line, p->node), p->now);
}

void coh_line_use_l2_prefetch(coh_processor *p, uint64_t slot, coh_outcome *outcome) {
  coh_prefetcher *const prefetcher = p->l2_prefetcher;
  if (!prefetcher->unused[slot]) return;
  prefetcher->unused[slot] = false;
  outcome->prefetching.covered++;
  if (prefetcher->arrivals[slot] <= p->now + outcome->stall) return;
  outcome->prefetching.late++;
  outcome->stall = (uint32_t)(prefetcher->arrivals[slot] - p->now);
}

void coh_line_fill_l2(coh_system *system, coh_processor *p, uint64_t line, coh_state state, coh_who who) {
  const uint64_t slot = coh_cache_victim(&p->l2, coh_cache_set(&p->l2, line));
  const uint64_t victim = p->l2.tags[slot];
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_fill_l2(system);
  if (victim != COH_NO_LINE) {
    if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_leave_l2(system, p, slot);
    const uint64_t held = coh_cache_find(&p->d1, victim);
    coh_leave_l2(system, p, slot);
    if (held != COH_NO_SLOT) coh_d1_drop(system, p, held, COH_WAS_REPLACED, who);
    if (system->directory) coh_unlist(system, coh_number(p), victim);
  }
  coh_cache_fill(&p->l2, slot, line, (uint8_t)state);
}
