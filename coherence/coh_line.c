/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_line.c: the use of one line by one processor: hits, misses, upgrades, and their effect on other processors.
 *
 * The rules are at the top of coh_system.c and of the files that it names. */
#include "coherence/coh_line-inl.h"

#include "coherence/coh_l2_prefetch.h"
#include "coherence/coh_miss-inl.h"

/* ---- true and false sharing ----------------------------------------------------------------------------------- */

/* Stops watching the line in `slot`, so the count of its miss does not change any more. */
static void rest(coh_processor *p, uint64_t slot) {
  p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_UNDECIDED);
}

/* Counts the undecided miss of the line in `slot` as true sharing if a use of the line touches a granule that another
 * processor has stored to.
 */
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

/* Returns whether a processor of another node holds a line modified. If so, the last level of `processor` must not be
 * filled with the line. */
static bool is_modified_elsewhere(const coh_system *system, unsigned processor, uint64_t line) {
  for (unsigned i = 0; system->memory.nodes > 1 && i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    if (!p->active || p->node == system->processors[processor].node) continue;
    const uint64_t slot = coh_cache_find(&p->d1, line);
    if (slot != COH_NO_SLOT && coh_state_in(p->d1.states[slot]) == COH_MODIFIED) return true;
  }
  return false;
}

/* Fetches a line of code on a machine without an L2. The line goes only into the instruction cache, so the directory
 * gets no entry for it. */
static void fetch_code_past_all(coh_system *system, const coh_processor *p, uint64_t line, coh_outcome *outcome) {
  const mach_config *config = &system->config;
  const bool is_there = !is_modified_elsewhere(system, coh_number(p), line) &&
                        coh_miss_use_last_level(system, p, line, NULL, COH_MISS_GENERAL);
  outcome->source = is_there ? COH_FROM_LL : COH_FROM_MEMORY;
  outcome->stall = is_there ? config->ll_latency : config->memory_latency;
  if (system->memory.uneven) coh_line_stall_unevenly(system, p, line, COH_NOBODY, outcome);
  if (system->traffic) coh_traffic_fetch(system, coh_number(p), line, outcome->source);
}

void coh_line_fetch_code(coh_system *system, unsigned processor, uint64_t line, uint32_t note, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  const coh_blame nobody = {.note = note};
  if (system->traffic) coh_traffic_begin(system, processor, &nobody, true);
  *outcome = (coh_outcome){.line = line};
  if (p->l2.ways != 0)
    coh_miss_obtain(system, p, &(coh_use){.line = line, .blame = &nobody}, NULL, coh_miss_is_shared(system, p, line),
                    outcome, COH_MISS_GENERAL);
  else
    fetch_code_past_all(system, p, line, outcome);
}

/* ---- uses ----------------------------------------------------------------------------------------------------- */

COH_INLINE void hit(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                    const coh_blame *blame, uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  coh_cache_use(&p->d1, coh_cache_set(&p->d1, line), slot);
  if (PLAT_UNLIKELY(p->d1.states[slot] & COH_UNDECIDED)) decide(system, processor, slot, granules);
  if (PLAT_UNLIKELY(p->d1.states[slot] & COH_SEEN && p->flights != NULL))
    outcome->stall += coh_request_await(system, p, slot, granules, own);
  if (!own) return;
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_store(system, p, slot);
  const coh_transition t = system->rules.on[coh_state_in(p->d1.states[slot])][COH_STORES];
  if (t.acts & COH_ASKS) {
    if (PLAT_UNLIKELY(p->flights != NULL) && system->directory && !coh_pages_are_of(system->pages, line, processor) &&
        coh_request_serves(system, p, line, granules, true))
      return;
    outcome->upgrade = true;
    outcome->stall += coh_line_upgrade(system, p, line, blame->storer);
    if (p->l2.ways != 0) p->l2.states[coh_cache_find(&p->l2, line)] = t.next;
    if (PLAT_UNLIKELY(p->flights != NULL) && coh_request_waits(p)) p->d1.states[slot] |= COH_SEEN;
  }
  p->d1.states[slot] = (uint8_t)((p->d1.states[slot] & ~(COH_STATE_MASK | COH_UNSTORED)) | t.next);
}

/* Records the effects that a use of the line in `slot` has on other nodes and on awaited processors. */
static void tell_others(coh_system *system, coh_processor *p, uint64_t line, bool own, uint64_t granules,
                        uint64_t slot) {
  if (own && system->memory.nodes > 1) coh_memory_store(&system->memory, line, p->node);
  if (coh_state_in(p->d1.states[slot]) == COH_MODIFIED)
    coh_line_watch(system, p, coh_sharing_at(&system->sharing, line), slot, own ? granules : 0);
}

/* Uses the line in the fully associative shadow cache, and sets `conflict` or `capacity` of *outcome. */
static void tell_shadow(coh_processor *p, uint64_t line, uint64_t slot, coh_outcome *outcome) {
  const bool held = coh_shadow_use(p->shadow, line);
  p->d1.states[slot] |= COH_SEEN;
  outcome->conflict = outcome->cause == COH_REPLACED && held;
  outcome->capacity = outcome->cause == COH_REPLACED && !held;
}

/* Looks up the line's page in the TLBs, and adds the result to *outcome. */
static void tell_tlb(const coh_system *system, coh_processor *p, uint64_t line, uint64_t slot, coh_outcome *outcome) {
  p->d1.states[slot] |= COH_SEEN;
  const coh_tlb_source source = coh_tlb_look_up(p->tlb, line, coh_memory_zone(&system->memory, line));
  outcome->translation = (coh_translation){.misses = source != COH_IN_FIRST_TLB,
                                           .walks = source == COH_WALKED,
                                           .cycles = p->tlb->cycles[source]};
  outcome->stall += outcome->translation.cycles;
}

/* ---- prefetches ----------------------------------------------------------------------------------------------- */

/* Makes the first use of the prefetched line in `slot`. The prefetch has covered a miss; it is late if the line has not
 * arrived yet. */
static void use_prefetched(coh_processor *p, uint64_t slot, coh_outcome *outcome) {
  const uint64_t arrival = p->prefetcher->arrivals[slot];
  p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_PREFETCHED);
  outcome->prefetching.covered++;
  if (arrival <= p->now) return;
  outcome->prefetching.late++;
  outcome->stall += (uint32_t)(arrival - p->now);
}

/* Prefetches a line, which a prefetcher requested after a use with `blame`. Adds the results to *prefetching. */
static void prefetch_line(coh_system *system, coh_processor *p, uint64_t line, const coh_blame *blame,
                          coh_prefetching *prefetching) {
  if (coh_cache_find(&p->d1, line) != COH_NO_SLOT) return;
  const coh_blame by_prefetch = {.filler = blame->filler | COH_BY_PREFETCH};
  coh_outcome read = {0};
  coh_word *word = coh_causes_word(p->causes, line);
  const bool is_awaited = coh_word_fate(*word) == COH_WAS_INVALIDATED;
  const coh_use use = {.line = line, .blame = &by_prefetch, .label = COH_NO_LABEL};
  uint8_t state;
  const uint64_t slot = coh_miss_bring(system, p, &use, NULL, coh_miss_is_shared(system, p, line), COH_PREFETCHED, word,
                                       &state, &read, COH_MISS_GENERAL);
  if (is_awaited) coh_sharing_return(&system->sharing, coh_sharing_at(&system->sharing, line), coh_number(p));
  if (system->directory && coh_state_in(state) == COH_MODIFIED)
    coh_line_watch(system, p, coh_sharing_at(&system->sharing, line), slot, 0);
  p->prefetcher->arrivals[slot] = p->now + read.stall;
  p->prefetcher->notes[slot] = blame->note;
  coh_filter_note(p, line, slot);
  prefetching->issued++;
  prefetching->covered += read.prefetching.covered;
  prefetching->late += read.prefetching.late;
  if (p->l2_prefetcher) prefetching->issued += coh_l2_prefetch_train(system, p, line, blame);
}

/* Trains the prefetchers with a use of the line in `slot`, and fetches the lines that they request. Returns the slot,
 * or COH_NO_SLOT if these fetches evicted the line. */
static uint64_t train(coh_system *system, coh_processor *p, uint64_t line, uint64_t granules, const coh_blame *blame,
                      uint64_t slot, coh_outcome *outcome) {
  if (p->l2_prefetcher && outcome->cause != COH_HIT)
    outcome->prefetching.issued += coh_l2_prefetch_train(system, p, line, blame);
  coh_requests requests = {.n = 0};
  if (p->prefetcher)
    coh_prefetcher_train(p->prefetcher, coh_granule_address(p, line, granules), blame->code, &requests);
  for (unsigned i = 0; i < requests.n; i++) prefetch_line(system, p, requests.lines[i], blame, &outcome->prefetching);
  return p->d1.tags[slot] == line ? slot : COH_NO_SLOT;
}

/* ---- a line --------------------------------------------------------------------------------------------------- */

uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1, .line = line};
  if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_begin(system, processor, blame, false);
  if (slot == COH_NO_SLOT)
    slot = coh_miss(system, p, &(coh_use){line, granules, NULL, blame, COH_NO_LABEL, own, true}, NULL, outcome,
                    COH_MISS_GENERAL);
  else
    hit(system, processor, line, own, granules, blame, slot, outcome);
  if (PLAT_UNLIKELY(slot == COH_NO_SLOT)) return slot; /* an earlier request serves the use */
  if (PLAT_UNLIKELY(system->observed)) {
    if (p->d1.states[slot] & COH_PREFETCHED) use_prefetched(p, slot, outcome);
    if (system->directory) tell_others(system, p, line, own, granules, slot);
    if (p->shadow) tell_shadow(p, line, slot, outcome);
    if (p->tlb) tell_tlb(system, p, line, slot, outcome);
  }
  coh_filter_note(p, line, slot);
  if (PLAT_UNLIKELY(coh_has_prefetchers(p)) && (outcome->cause != COH_HIT || outcome->prefetching.covered != 0))
    return train(system, p, line, granules, blame, slot, outcome);
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
      rest(p, slot); /* only the first miss of a reference counts */
    coh_outcome_join(outcome, &one);
  }
}
