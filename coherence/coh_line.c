/* coh_line.c: the use of one line by one processor: hits, misses, upgrades, and what they do to others.
 *
 * The rules are at the top of coh_system.c, and of the files named there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_line-inl.h"

#include "coherence/coh_holders.h"
#include "coherence/coh_leave-inl.h"
#include "coherence/coh_traffic.h"

/* The path of a miss is one function after inlining: where every other reference misses, calls are a third of it. */
#define COH_INLINE __attribute__((always_inline)) inline

/* ---- misses --------------------------------------------------------------------------------------------------- */

/* The stall of a fetch where it is not the same everywhere and always. */
static uint32_t uneven_stall(coh_system *system, unsigned processor, uint64_t line, int supplier,
                             coh_outcome *outcome) {
  const coh_config *config = &system->config;
  const coh_processor *p = &system->processors[processor];
  const unsigned home = coh_memory_home(&system->memory, line, p->node);
  const uint32_t wait = coh_memory_wait(&system->memory, home, p->now);
  if (outcome->source == COH_FROM_LL) return wait + config->ll_latency;
  const unsigned from = outcome->source == COH_FROM_CACHE ? system->processors[supplier].node : home;
  outcome->remote = from != p->node;
  if (outcome->source == COH_FROM_CACHE)
    return wait + (outcome->remote ? config->remote_transfer_latency : config->transfer_latency);
  return wait + (outcome->remote ? config->remote_latency : config->memory_latency);
}

/* A fetch uses the line in the processor's last level, if there is one. Returns whether it was there. */
static COH_INLINE bool use_last_level(coh_system *system, unsigned processor, uint64_t line) {
  coh_cache *ll = system->processors[processor].last_level;
  if (!ll) return false;
  return PLAT_UNLIKELY(system->traffic != NULL) ? coh_traffic_use_last_level(system, ll, line)
                                                : coh_last_level_use(ll, line);
}

/* Gets a line that the processor does not hold. Returns the state in which it gets it. */
static COH_INLINE coh_state fetch(coh_system *system, unsigned processor, uint64_t line, bool own,
                                  const coh_blame *blame, coh_outcome *outcome) {
  const coh_config *config = &system->config;
  const bool listed = PLAT_UNLIKELY(system->directory) && !coh_claim(system, processor, line);
  coh_holding *const holding = listed ? coh_directory_bring(system->directory, line) : NULL;
  const bool others = holding && holding->holders != 0;
  const int supplier = PLAT_UNLIKELY(others) ? coh_holders_ask(system, holding, own, blame->storer) : COH_NOBODY;
  const bool last_level = use_last_level(system, processor, line);
  outcome->source = supplier != COH_NOBODY ? COH_FROM_CACHE : last_level ? COH_FROM_LL : COH_FROM_MEMORY;
  outcome->stall = supplier != COH_NOBODY ? config->transfer_latency
                   : last_level           ? config->ll_latency
                                          : config->memory_latency;
  if (PLAT_UNLIKELY(system->memory.uneven)) outcome->stall = uneven_stall(system, processor, line, supplier, outcome);
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_fetch(system, processor, line, outcome->source);
  const coh_event event = own ? COH_STORES : others ? COH_READS_SHARED : COH_READS_ALONE;
  const coh_state state = (coh_state)system->rules.on[COH_INVALID][event].next;
  if (holding) coh_holding_add(holding, processor, coh_is_owner(state));
  return state;
}

/* The line leaves the processor for good. */
static void leave(coh_system *system, unsigned processor, uint64_t line) {
  if (system->directory) coh_unlist(system, processor, line);
}

/* A store found its line in a state in which others may have it. */
static void upgrade(coh_system *system, unsigned processor, uint64_t line, const coh_blame *blame,
                    coh_outcome *outcome) {
  const coh_processor *p = &system->processors[processor];
  if (system->directory && !coh_claim(system, processor, line)) {
    coh_holding *const holding = coh_directory_find(system->directory, line);
    coh_holders_lose(system, holding, holding->holders & ~p->bit, blame->storer);
    coh_holding_add(holding, processor, true);
  }
  outcome->upgrade = true;
  outcome->stall += system->config.upgrade_latency;
  if (PLAT_UNLIKELY(system->memory.uneven))
    outcome->stall += coh_memory_wait(&system->memory, coh_memory_home(&system->memory, line, p->node), p->now);
}

/* As coh_line_fill_l2(), of a machine whose traffic may be counted or not. */
static COH_INLINE void fill_l2(coh_system *system, coh_processor *p, uint64_t line, coh_state state, coh_who who,
                               bool traffic) {
  const uint64_t slot = coh_cache_victim(&p->l2, coh_cache_set(&p->l2, line));
  const uint64_t victim = p->l2.tags[slot];
  if (PLAT_UNLIKELY(traffic)) coh_traffic_fill_l2(system);
  if (victim != COH_NO_LINE) {
    if (PLAT_UNLIKELY(traffic)) coh_traffic_leave_l2(system, p, slot);
    const uint64_t held = coh_cache_find(&p->d1, victim);
    if (held != COH_NO_SLOT) coh_d1_drop(system, p, held, COH_WAS_REPLACED, who);
    leave(system, (unsigned)(p - system->processors), victim);
  }
  coh_cache_fill(&p->l2, slot, line, (uint8_t)state);
}

void coh_line_fill_l2(coh_system *system, coh_processor *p, uint64_t line, coh_state state, coh_who who) {
  fill_l2(system, p, line, state, who, false);
}

/* Gets a line that is not in the D1 from the L2 or from outside. */
static COH_INLINE coh_state obtain(coh_system *system, unsigned processor, uint64_t line, bool own,
                                   const coh_blame *blame, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  if (p->l2.ways == 0) return fetch(system, processor, line, own, blame, outcome);
  const uint64_t slot = coh_cache_find(&p->l2, line);
  if (slot == COH_NO_SLOT) {
    const coh_state state = fetch(system, processor, line, own, blame, outcome);
    fill_l2(system, p, line, state, blame->filler, system->traffic != NULL);
    return state;
  }
  coh_cache_use(&p->l2, coh_cache_set(&p->l2, line), slot);
  outcome->source = COH_FROM_L2;
  outcome->stall = system->config.l2_latency;
  if (own) {
    const coh_transition t = system->rules.on[p->l2.states[slot]][COH_STORES];
    if (t.acts & COH_ASKS) upgrade(system, processor, line, blame, outcome);
    p->l2.states[slot] = t.next;
  }
  return (coh_state)p->l2.states[slot];
}

/* Makes room for a line in the D1 and returns the slot. */
static COH_INLINE uint64_t d1_make_room(coh_system *system, unsigned processor, uint64_t line, coh_who who) {
  coh_processor *p = &system->processors[processor];
  const uint64_t slot = coh_cache_victim(&p->d1, coh_cache_set(&p->d1, line));
  const uint64_t victim = p->d1.tags[slot];
  if (victim == COH_NO_LINE) return slot;
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_leave_d1(system, p, slot);
  coh_tell_departure(system, p, slot, true);
  coh_filter_forget(p, victim, true);
  *p->words[slot] = coh_word_make(COH_WAS_REPLACED, who);
  if (p->l2.ways == 0)
    leave(system, processor, victim);
  else if (coh_state_in(p->d1.states[slot]) == COH_MODIFIED)
    p->l2.states[coh_cache_find(&p->l2, victim)] = COH_MODIFIED;
  return slot;
}

/* ---- true and false sharing ----------------------------------------------------------------------------------- */

/* The miss of the line in `slot` is not to be decided any more. */
static void rest(coh_processor *p, uint64_t slot) {
  p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_UNDECIDED);
}

/* A use of a line in the D1 whose miss is not decided. */
static void decide(coh_system *system, unsigned processor, uint64_t slot, uint64_t granules) {
  coh_processor *p = &system->processors[processor];
  if (!(p->watches[slot].deciding & granules)) return;
  rest(p, slot);
  p->counts.false_sharing--;
  p->counts.true_sharing++;
  if (system->revision) system->revision(system->revision_closure, processor, p->d1.tags[slot], p->watches[slot].note);
}

bool coh_line_tells_nothing(const coh_processor *p, uint64_t slot, bool own, uint64_t first, uint64_t last) {
  const uint8_t state = p->d1.states[slot];
  const uint64_t granules = coh_granules(p, p->d1.tags[slot], first, last);
  if (state & (COH_SEEN | COH_PREFETCHED)) return false;
  if (state & COH_UNDECIDED && p->watches[slot].deciding & granules) return false;
  if (!own) return true;
  if (state & COH_UNSTORED) return false;
  return coh_state_in(state) == COH_MODIFIED && !(state & COH_WATCHED && granules & ~p->watches[slot].known);
}

/* ---- code ----------------------------------------------------------------------------------------------------- */

/* Whether a processor of another node has a line modified, so that the own node's last level may not have it. */
static bool is_modified_elsewhere(const coh_system *system, unsigned processor, uint64_t line) {
  for (unsigned i = 0; system->memory.nodes > 1 && i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    if (!p->active || p->node == system->processors[processor].node) continue;
    const uint64_t slot = coh_cache_find(&p->d1, line);
    if (slot != COH_NO_SLOT && coh_state_in(p->d1.states[slot]) == COH_MODIFIED) return true;
  }
  return false;
}

/* Without an L2 nobody but the instruction cache holds the line, of which the directory knows nothing. */
static void fetch_code_past_all(coh_system *system, unsigned processor, uint64_t line, coh_outcome *outcome) {
  const coh_config *config = &system->config;
  const bool is_there = !is_modified_elsewhere(system, processor, line) && use_last_level(system, processor, line);
  outcome->source = is_there ? COH_FROM_LL : COH_FROM_MEMORY;
  outcome->stall = is_there ? config->ll_latency : config->memory_latency;
  if (system->memory.uneven) outcome->stall = uneven_stall(system, processor, line, COH_NOBODY, outcome);
  if (system->traffic) coh_traffic_fetch(system, processor, line, outcome->source);
}

void coh_line_fetch_code(coh_system *system, unsigned processor, uint64_t line, uint32_t note, coh_outcome *outcome) {
  const coh_blame nobody = {.note = note};
  if (system->traffic) coh_traffic_begin(system, processor, &nobody, true);
  *outcome = (coh_outcome){.line = line};
  if (system->processors[processor].l2.ways != 0)
    obtain(system, processor, line, false, &nobody, outcome);
  else
    fetch_code_past_all(system, processor, line, outcome);
}

/* ---- uses ----------------------------------------------------------------------------------------------------- */

/* Brings a line that the D1 does not hold into it, with flags, and into the L2. Returns the slot. */
static COH_INLINE uint64_t bring(coh_system *system, unsigned processor, uint64_t line, bool own, uint8_t flags,
                                 const coh_blame *blame, coh_word *word, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  const coh_state state = obtain(system, processor, line, own, blame, outcome);
  const uint64_t slot = d1_make_room(system, processor, line, blame->filler);
  if (PLAT_UNLIKELY(system->traffic != NULL)) flags |= coh_traffic_fill_d1(system, p, line, own, state);
  coh_cache_fill(&p->d1, slot, line, (uint8_t)(state | flags));
  *word = coh_word_make(COH_RESIDENT, 0);
  p->words[slot] = word;
  coh_labels_clear(p, slot);
  return slot;
}

static COH_INLINE uint64_t miss(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                                const coh_blame *blame, coh_outcome *outcome) {
  static const coh_cause causes[] =
      {[COH_NEVER] = COH_COLD, [COH_WAS_REPLACED] = COH_REPLACED, [COH_WAS_INVALIDATED] = COH_INVALIDATED};
  coh_processor *p = &system->processors[processor];
  coh_word *word = coh_causes_word(p->causes, line);
  const coh_fate fate = coh_word_fate(*word);
  plat_assert(fate != COH_RESIDENT);
  outcome->cause = causes[fate];
  outcome->who = coh_word_who(*word) & COH_WHO_MAX;
  outcome->prefetching.displaced = (coh_word_who(*word) & COH_BY_PREFETCH) != 0;
  const uint64_t slot = bring(system, processor, line, own, 0, blame, word, outcome);
  if (PLAT_UNLIKELY(fate == COH_WAS_INVALIDATED))
    outcome->true_sharing = coh_line_judge(system, p, coh_sharing_at(&system->sharing, line), slot, granules,
                                           blame->note);
  return slot;
}

static COH_INLINE void hit(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                           const coh_blame *blame, uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  coh_cache_use(&p->d1, coh_cache_set(&p->d1, line), slot);
  if (PLAT_UNLIKELY(p->d1.states[slot] & COH_UNDECIDED)) decide(system, processor, slot, granules);
  if (!own) return;
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_store(system, p, slot);
  const coh_transition t = system->rules.on[coh_state_in(p->d1.states[slot])][COH_STORES];
  if (t.acts & COH_ASKS) {
    upgrade(system, processor, line, blame, outcome);
    if (p->l2.ways != 0) p->l2.states[coh_cache_find(&p->l2, line)] = t.next;
  }
  p->d1.states[slot] = (uint8_t)((p->d1.states[slot] & ~(COH_STATE_MASK | COH_UNSTORED)) | t.next);
}

/* What a use of the line in `slot` means where there are other processors. */
static void tell_others(coh_system *system, coh_processor *p, uint64_t line, bool own, uint64_t granules,
                        uint64_t slot) {
  if (own && system->memory.nodes > 1) coh_memory_store(&system->memory, line, p->node);
  if (coh_state_in(p->d1.states[slot]) == COH_MODIFIED)
    coh_line_watch(system, p, coh_sharing_at(&system->sharing, line), slot, own ? granules : 0);
}

/* A use of the line in `slot`, for the fully associative cache. */
static void tell_shadow(coh_processor *p, uint64_t line, uint64_t slot, coh_outcome *outcome) {
  const bool held = coh_shadow_use(p->shadow, line);
  p->d1.states[slot] |= COH_SEEN;
  outcome->conflict = outcome->cause == COH_REPLACED && held;
  outcome->capacity = outcome->cause == COH_REPLACED && !held;
}

/* The same for the TLBs. */
static void tell_tlb(const coh_system *system, coh_processor *p, uint64_t line, uint64_t slot, coh_outcome *outcome) {
  p->d1.states[slot] |= COH_SEEN;
  const coh_tlb_source source = coh_tlb_look_up(p->tlb, line, coh_memory_zone(&system->memory, line));
  outcome->translation = (coh_translation){.misses = source != COH_IN_FIRST_TLB,
                                           .walks = source == COH_WALKED,
                                           .cycles = p->tlb->cycles[source]};
  outcome->stall += outcome->translation.cycles;
}

/* ---- prefetches ----------------------------------------------------------------------------------------------- */

/* The first use of a line that was prefetched, and is in `slot`. */
static void use_prefetched(coh_processor *p, uint64_t slot, coh_outcome *outcome) {
  const uint64_t arrival = p->prefetcher->arrivals[slot];
  p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_PREFETCHED);
  outcome->prefetching.covered = 1;
  if (arrival <= p->now) return;
  outcome->prefetching.late = 1;
  outcome->stall += (uint32_t)(arrival - p->now);
}

/* A prefetcher asks for a line, after a use of that blame. Returns how many lines were fetched. */
static unsigned prefetch_line(coh_system *system, unsigned processor, uint64_t line, const coh_blame *blame) {
  coh_processor *p = &system->processors[processor];
  if (coh_cache_find(&p->d1, line) != COH_NO_SLOT) return 0;
  const coh_blame by_prefetch = {.filler = blame->filler | COH_BY_PREFETCH};
  coh_outcome read = {0};
  coh_word *word = coh_causes_word(p->causes, line);
  const bool is_awaited = coh_word_fate(*word) == COH_WAS_INVALIDATED;
  const uint64_t slot = bring(system, processor, line, false, COH_PREFETCHED, &by_prefetch, word, &read);
  if (is_awaited) coh_sharing_return(&system->sharing, coh_sharing_at(&system->sharing, line), processor);
  if (system->directory && coh_state_in(p->d1.states[slot]) == COH_MODIFIED)
    coh_line_watch(system, p, coh_sharing_at(&system->sharing, line), slot, 0);
  p->prefetcher->arrivals[slot] = p->now + read.stall;
  p->prefetcher->notes[slot] = blame->note;
  coh_filter_note(p, line, slot);
  return 1;
}

/* A use of a line that is in `slot` trains the prefetchers, and what they ask for is fetched. Returns the slot, or
 * COH_NO_SLOT when that has pushed the line out. */
static uint64_t train(coh_system *system, unsigned processor, uint64_t line, uint64_t granules, const coh_blame *blame,
                      uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  coh_requests requests;
  coh_prefetcher_train(p->prefetcher, coh_granule_address(p, line, granules), blame->code, &requests);
  for (unsigned i = 0; i < requests.n; i++)
    outcome->prefetching.issued += prefetch_line(system, processor, requests.lines[i], blame);
  return p->d1.tags[slot] == line ? slot : COH_NO_SLOT;
}

/* ---- a line --------------------------------------------------------------------------------------------------- */

uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1, .line = line};
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_begin(system, processor, blame, false);
  if (slot == COH_NO_SLOT)
    slot = miss(system, processor, line, own, granules, blame, outcome);
  else
    hit(system, processor, line, own, granules, blame, slot, outcome);
  if (PLAT_UNLIKELY(system->observed)) {
    if (p->d1.states[slot] & COH_PREFETCHED) use_prefetched(p, slot, outcome);
    if (system->directory) tell_others(system, p, line, own, granules, slot);
    if (p->shadow) tell_shadow(p, line, slot, outcome);
    if (p->tlb) tell_tlb(system, p, line, slot, outcome);
  }
  coh_filter_note(p, line, slot);
  if (PLAT_UNLIKELY(p->prefetcher != NULL) && (outcome->cause != COH_HIT || outcome->prefetching.covered != 0))
    return train(system, processor, line, granules, blame, slot, outcome);
  return slot;
}

void coh_further_lines_use(coh_system *system, unsigned processor, uint64_t first, uint64_t last, bool own,
                           const coh_blame *blame, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  for (uint64_t line = (first >> p->line_bits) + 1; line <= last >> p->line_bits; line++) {
    coh_outcome one;
    const uint64_t slot = coh_line_use(system, processor, line, own, coh_granules(p, line, first, last), blame,
                                       coh_cache_find(&p->d1, line), &one);
    if (outcome->cause != COH_HIT && one.cause == COH_INVALIDATED && slot != COH_NO_SLOT)
      rest(p, slot); /* it does not count */
    coh_outcome_join(outcome, &one);
  }
}
