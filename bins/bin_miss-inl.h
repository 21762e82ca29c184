/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_miss-inl.h: simulates and counts the miss of a reference to one line; compiled into the instances of the miss
 * routine (coherence/coh_miss-inl.h). */
#pragma once

#include "bins/bin_miss.h"
#include "bins/bin_owner.h"
#include "bins/bin_uncounted.h"
#include "coherence/coh_miss-inl.h"

/* Does the same as bin_count_outcome(). `carries` has the same meaning as for bin_cells_count(). */
COH_INLINE void bin_count_inline(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                                 bin_cell *cell, const coh_outcome *outcome, const bool carries) {
  const coh_kind kind = (coh_kind)(site->flags & BIN_SITE_KIND);
  coh_outcome counted = *outcome;
  const bool has_window = p->window != NULL;
  if (PLAT_UNLIKELY(has_window)) counted.stall = counted.translation.cycles = 0; /* the window reports them */
  p->now += counted.stall;
  coh_count_outcome(&p->counts, kind, &counted);
  if (PLAT_UNLIKELY(account->uncounted != NULL)) {
    const coh_outcome copy = counted; /* so that the outcome can stay in registers */
    bin_uncounted_outcome(account, p, cell, kind, &copy);
  }
  const unsigned event = bin_event_of(&counted);
  if (PLAT_UNLIKELY(event != 0)) bin_count_event(account, p, counted.line, address, cell, kind, event);
  if (counted.cause != COH_HIT || counted.stall != 0) bin_owner_check(account, p, cell);
  bin_cells_count(&account->cells, cell, kind, &counted, carries);
  if (PLAT_UNLIKELY(has_window)) {
    bin_count_in_context(account, p, cell, kind, counted.cause != COH_HIT, counted.source == COH_FROM_MEMORY);
    bin_enter_window(account, p, site, address, cell, outcome->stall, outcome->translation.cycles,
                     outcome->cause != COH_HIT, outcome->upgrade);
  }
}

/* As bin_miss(), but with a specialized instance of the miss routine; `found`: for the vector instance only. */
COH_INLINE uint64_t bin_miss_inline(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                                    coh_filter *entry, const coh_miss_found *found, bin_cell *cell, uint32_t label,
                                    const coh_miss_kind instance) {
  const coh_kind kind = (coh_kind)(site->flags & BIN_SITE_KIND);
  const uint64_t line = address >> p->line_bits;
  const coh_blame blame = bin_blame_without_code(cell);
  const coh_use use = {.line = line,
                       .granules = coh_granules_within(p, address, address + site->last),
                       .entry = entry,
                       .blame = &blame,
                       .label = label,
                       .own = coh_kind_owns(kind),
                       .requests = true};
  coh_outcome outcome = {.line = line};
  const uint64_t slot = coh_miss(account->system, p, &use, found, &outcome, instance);
  bin_count_inline(account, p, site, address, cell, &outcome, instance != COH_MISS_VECTOR);
  return slot;
}

/* As bin_miss(), but requires p->misses to be the single or the shared instance. */
COH_INLINE uint64_t bin_miss_simply(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                                    bin_cell *cell, uint32_t label) {
  coh_filter *const entry = coh_filter_entry(p, address >> p->line_bits);
  return p->misses == COH_MISS_SHARED
             ? bin_miss_inline(account, p, site, address, entry, NULL, cell, label, COH_MISS_SHARED)
             : bin_miss_inline(account, p, site, address, entry, NULL, cell, label, COH_MISS_SINGLE);
}
