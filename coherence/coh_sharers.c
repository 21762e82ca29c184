/* coh_sharers.c: see coh_sharers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_sharers.h"

#include "coherence/coh_eviction-inl.h"
#include "coherence/coh_traffic.h"

/* Returns whether a processor holds a line that was never in its D1, because a prefetch brought it into its L2. */
static inline bool was_only_prefetched(const coh_processor *p, uint64_t line) {
  return p->l2_prefetcher && coh_word_fate(*coh_causes_word(p->causes, line)) == COH_NEVER;
}

static inline void drop_from_l2(const coh_system *system, coh_processor *p, uint64_t slot) {
  coh_leave_l2(system, p, slot);
  coh_cache_drop(&p->l2, slot);
}

/* Removes the line from one of its sharers. */
static inline void invalidate(coh_system *system, coh_processor *p, uint64_t line, coh_who who) {
  const uint64_t slot = coh_cache_find(&p->d1, line);
  if (slot != COH_NO_SLOT)
    coh_d1_drop(system, p, slot, COH_WAS_INVALIDATED, who);
  else if (!was_only_prefetched(p, line))
    *coh_causes_word(p->causes, line) = coh_word_make(COH_WAS_INVALIDATED, who);
  if (p->l2.ways != 0) drop_from_l2(system, p, coh_cache_find(&p->l2, line));
  if (p->shadow) coh_shadow_drop(p->shadow, line);
}

/* Stops awaiting those processors of the set `losers` that have the line only in their L2. Such a processor has already
 * fetched the line again, as code or for a prefetch. */
static void forget_awaited(coh_system *system, uint64_t line, uint64_t losers) {
  for (; losers != 0; losers &= losers - 1) {
    const unsigned loser = (unsigned)__builtin_ctzll(losers);
    const coh_processor *p = &system->processors[loser];
    uint64_t stored;
    if (coh_cache_find(&p->d1, line) == COH_NO_SLOT && coh_sharing_awaits(&system->sharing, line, loser, &stored))
      coh_sharing_return(&system->sharing, coh_sharing_at(&system->sharing, line), loser);
  }
}

/* Returns the processors of the set `losers` that have had the line in their D1. */
static uint64_t users_of(const coh_system *system, uint64_t line, uint64_t losers) {
  uint64_t users = losers;
  for (; losers != 0; losers &= losers - 1)
    if (was_only_prefetched(&system->processors[__builtin_ctzll(losers)], line)) users &= ~(losers & -losers);
  return users;
}

void coh_sharers_lose(coh_system *system, coh_holding *holding, uint64_t losers, coh_who storer) {
  if (losers == 0) return;
  if (PLAT_UNLIKELY(system->config.l2.size != 0)) forget_awaited(system, holding->line, losers);
  const uint64_t users = PLAT_UNLIKELY(system->config.l2_prefetch != 0) ? users_of(system, holding->line, losers)
                                                                        : losers;
  if (PLAT_LIKELY(users != 0)) coh_sharing_lose(&system->sharing, holding->line, users);
  holding->holders &= ~losers;
  for (; losers != 0; losers &= losers - 1)
    invalidate(system, &system->processors[__builtin_ctzll(losers)], holding->line, storer);
}

/* Changes the state of a line that another processor reads. `slot`: the line's slot in the D1, or none. In the new
 * state each store to the line is reported. */
static void step_down(coh_processor *p, uint64_t line, uint64_t slot, coh_state state) {
  if (slot != COH_NO_SLOT) {
    p->d1.states[slot] = (uint8_t)((p->d1.states[slot] & ~(COH_STATE_MASK | COH_UNSTORED)) | state);
    coh_filter_forget(p, line, false);
  }
  if (p->l2.ways != 0) p->l2.states[coh_cache_find(&p->l2, line)] = (uint8_t)state;
}

/* Requests the line from its owner. The state in the D1 can be newer than in the L2, since exclusive becomes modified
 * in the D1 without a report. Returns whether the owner supplies the line. */
static bool ask_owner(coh_system *system, coh_holding *holding, bool own) {
  const unsigned owner = (unsigned)holding->owner;
  coh_processor *const p = &system->processors[owner];
  const uint64_t line = holding->line, slot = coh_cache_find(&p->d1, line);
  const coh_state state = slot != COH_NO_SLOT ? coh_state_in(p->d1.states[slot])
                                              : (coh_state)p->l2.states[coh_cache_find(&p->l2, line)];
  const coh_transition t = system->rules.on[state][own ? COH_OTHER_STORES : COH_OTHER_READS];
  if (!own) {
    if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_step_down(system, p, line, t.acts);
    step_down(p, line, slot, (coh_state)t.next);
    coh_holding_add(holding, owner, coh_is_owner((coh_state)t.next));
  }
  return t.acts & COH_SUPPLIES;
}

int coh_sharers_ask(coh_system *system, coh_holding *holding, bool own, coh_who storer) {
  const int owner = holding->owner;
  const bool supplies = owner >= 0 && ask_owner(system, holding, own);
  if (own) coh_sharers_lose(system, holding, holding->holders, storer);
  return supplies ? owner : COH_NOBODY;
}
