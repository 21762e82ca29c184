/* coh_access.c: see coh_access.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_access.h"

#include "coherence/coh_line-inl.h"
#include "coherence/coh_stall.h"

/* Counts an outcome, and adds its stall to the clock. If the processor has a window, passes the reference to the
 * window, and the window computes the stall. */
static void charge(coh_processor *p, uint64_t address, uint32_t size, coh_kind kind, uint32_t note,
                   const coh_outcome *outcome) {
  if (!p->window) {
    coh_count_outcome(&p->counts, kind, outcome);
    p->now += outcome->stall;
    return;
  }
  coh_outcome counted = *outcome;
  counted.stall = counted.translation.cycles = 0; /* the window reports them */
  coh_count_outcome(&p->counts, kind, &counted);
  const bool misses = outcome->cause != COH_HIT;
  if (outcome->stall == 0 && !misses && p->flights->since == 0) return;
  coh_stall(p, &(coh_wait){.address = address,
                           .last = size - 1,
                           .latency = outcome->stall,
                           .translation = outcome->translation.cycles,
                           .note = note,
                           .kind = coh_window_kind_of(kind, misses),
                           .misses = misses,
                           .requests = misses || outcome->upgrade,
                           .own = coh_kind_owns(kind)});
}

void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                const coh_blame *blame, coh_outcome *outcome) {
  plat_assert(processor < system->config.processors && size > 0);
  plat_assert(blame->filler <= COH_WHO_MAX && blame->storer <= COH_WHO_MAX);
  coh_activate(system, processor);
  coh_processor *p = &system->processors[processor];
  p->counts.reads += kind != COH_WRITE;
  p->counts.writes += kind == COH_WRITE;
  const bool own = coh_kind_owns(kind);
  const uint64_t final = address + size - 1;
  const uint64_t first = address >> p->line_bits;
  const coh_filter *entry = coh_filter_entry(p, first);
  if (PLAT_LIKELY(first == final >> p->line_bits && (entry->key | (own ? 0 : 1)) == coh_filter_key(first, true))) {
    *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1, .line = first};
    p->d1.uses[entry->slot] = ++p->d1.clock;
    return;
  }
  if (p->window) coh_catch_up(p);
  coh_line_use(system, processor, first, own, coh_granules(p, first, address, final), blame,
               coh_cache_find(&p->d1, first), outcome);
  coh_further_lines_use(system, processor, address, final, own, blame, outcome);
  charge(p, address, size, kind, blame->note, outcome);
}

/* Up to this number of groups, the line histories are in the host's caches anyway, and are not prefetched. A group has
 * 32 lines, so these groups cover 16 MB of the program's memory. */
enum { PREFETCH_GROUPS = 8192 };

void coh_prefetch(const coh_system *system, unsigned processor, const uint64_t *addresses, unsigned n) {
  const coh_processor *p = &system->processors[processor];
  if (p->causes->mask < PREFETCH_GROUPS) return;
  uint64_t before = COH_NO_LINE;
  for (unsigned i = 0; i < n; i++) {
    const uint64_t line = addresses[i] >> p->line_bits;
    if (line == before) continue;
    before = line;
    coh_load_ahead(p, line);
  }
}
