/* coh_brief.c: see coh_brief-inl.h: the brief miss of a line that others may hold, or that one of them took away.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_brief-inl.h"

#include "coherence/coh_holders.h"

/* As coh_last_level_use(), of a last level that is wide. */
COH_WIDE static inline bool use_last_level_widely(coh_cache *ll, uint64_t line) {
  const uint64_t set = coh_cache_set(ll, line), first = set * 2 * COH_VECTOR;
  const unsigned hits = coh_last_level_find_widely(ll, first, (uint32_t)(line >> ll->set_bits));
  const uint64_t slot = coh_slot_among(ll, first, line, hits);
  if (PLAT_UNLIKELY(slot == COH_NO_SLOT)) return coh_last_level_use(ll, line);
  ll->orders[set] = coh_order_front(ll->orders[set], slot - first);
  return true;
}

/* Gets the line from whoever has it; `found`: the last level has. Returns its state. */
static inline uint8_t fetch(coh_system *system, coh_processor *p, const coh_brief_use *use, bool found,
                            coh_brief *miss) {
  coh_holding *const holding = coh_directory_bring(system->directory, use->line);
  const bool others = holding->holders != 0;
  const int supplier = others ? coh_holders_ask(system, holding, use->own, use->storer) : COH_NOBODY;
  coh_brief_serve(system, found, miss);
  if (supplier != COH_NOBODY) {
    miss->source = COH_FROM_CACHE;
    miss->stall = system->config.transfer_latency;
  }
  const uint8_t state = coh_brief_state(system, use->own, others);
  coh_holding_add(holding, (unsigned)__builtin_ctzll(p->bit), coh_is_owner((coh_state)state));
  return state;
}

__attribute__((always_inline)) static inline void miss_among(coh_system *system, coh_processor *p,
                                                             const coh_brief_use *use, coh_word *word, bool found,
                                                             coh_brief *miss, const bool has_l2) {
  const bool was_taken = coh_word_fate(*word) == COH_WAS_INVALIDATED;
  coh_brief_cause(word, miss);
  const uint8_t state = fetch(system, p, use, found, miss);
  if (has_l2) coh_line_fill_l2(system, p, use->line, (coh_state)state, use->filler);
  coh_brief_place(system, p, use, state, word, miss, has_l2, true);
  const uint64_t granules = coh_granules_within(p, use->first, use->last);
  uint32_t *const first = coh_sharing_at(&system->sharing, use->line);
  if (was_taken) {
    miss->cause = COH_INVALIDATED;
    miss->true_sharing = coh_line_judge(system, p, first, miss->slot, granules, use->note);
  }
  coh_brief_tell(system, p, use, miss->slot, first, granules);
}

COH_WIDE void coh_miss_among_widely(coh_system *system, coh_processor *p, const coh_brief_use *use, coh_word *word,
                                    coh_brief *miss) {
  miss_among(system, p, use, word, use_last_level_widely(p->last_level, use->line), miss, false);
}

void coh_miss_among(coh_system *system, coh_processor *p, const coh_brief_use *use, coh_word *word, coh_brief *miss) {
  miss_among(system, p, use, word, coh_last_level_use(p->last_level, use->line), miss, p->l2.ways != 0);
}
