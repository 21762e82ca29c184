/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_miss-inl.h: the routine that simulates a miss of a line in the D1. It is written once and compiled into four
 * instances.
 *
 * The last argument of these functions is a constant that selects the instance. So the compiler omits the conditions
 * that cannot occur on the instance's machines. coh_choose_misses() assigns an instance to each processor.
 *
 *   instance  machines and lines                                                            compiled in
 *   general   all                                                                           coherence/coh_line.c
 *   single    LRU, one memory without queues, a last level, no model, no eviction           bins/bin_miss.c
 *             callback, one active processor
 *   shared    as single, with several active processors                                     bins/bin_miss.c
 *   vector    as single or shared, without an L2, with a D1 of 8 ways and a last level of   bins/bin_miss_vector.c
 *             9 to 16, both of which are full; only lines in private pages
 *
 * The vector instance makes all searches before it changes anything, and refuses misses that it cannot simulate. Its
 * code calls no function, so that the compiler keeps everything in registers. */
#pragma once

#include "coherence/coh_eviction-inl.h"
#include "coherence/coh_request.h"
#include "coherence/coh_sharers.h"
#include "coherence/coh_traffic.h"
#include "coherence/coh_watch-inl.h"

#define COH_INLINE __attribute__((always_inline)) static inline

/* For the miss routine. Sets the stall and `remote` of a fetch on a machine with several nodes, contention or limited
 * bandwidth, where both depend on place and time. `supplier` is the processor that supplies the line, or COH_NOBODY. */
void coh_line_stall_unevenly(coh_system *system, const coh_processor *p, uint64_t line, int supplier,
                             coh_outcome *outcome);

/* For the miss routine. Invalidates the line at the other processors that hold it, for a store by the requester
 * `storer`. Returns the stall in cycles. */
uint32_t coh_line_upgrade(coh_system *system, coh_processor *p, uint64_t line, coh_who storer);

/* For the miss routine. Puts a fetched line into the processor's L2. The line that the fill evicts also leaves the D1;
 * the history of the evicted line records the filler `who`. */
void coh_line_fill_l2(coh_system *system, coh_processor *p, uint64_t line, coh_state state, coh_who who);

/* For the miss routine. Uses the line in `slot` of an L2 with prefetchers, for a request of the D1. If it is the first use
 * of a prefetched line, adds it to the covered lines of *outcome. If the line has not arrived yet, sets the stall of
 * *outcome to the remaining time. */
void coh_line_use_l2_prefetch(coh_processor *p, uint64_t slot, coh_outcome *outcome);

/* A use of one line that the D1 does not hold. */
typedef struct {
  uint64_t line;
  uint64_t granules; /* granules that the reference touches (coh_granules()) */
  coh_filter *entry; /* filter entry of the line; the general instance does not use it */
  const coh_blame *blame;
  uint32_t label; /* label of the whole line, or COH_NO_LABEL */
  bool own;       /* the reference stores */
  bool requests;  /* whether the use is a reference of the program, and not a prefetch or a fetch of code */
} coh_use;

/* The results of the look-ups that the vector instance makes before it changes anything. */
typedef struct {
  uint64_t slot;     /* slot of the D1 for the line */
  coh_filter *left;  /* filter entry of the line that is in the slot of the D1 now */
  coh_word *word;    /* the line's history */
  uint64_t ll_first; /* first slot of the line's set in the last level */
  unsigned ll_hits;  /* way of that set that holds the line, as a bit; 0: no way holds it */
} coh_miss_found;

/* For the general instance. Records that the processor uses a line, and returns whether the line's page is shared. */
static inline bool coh_miss_is_shared(coh_system *system, const coh_processor *p, uint64_t line) {
  return system->directory && !coh_claim(system, coh_number(p), line);
}

/* Makes the look-ups of the vector instance, before coh_miss(). Returns false if another instance must simulate the
 * miss. It finds the victim first, since the victim's clock is the start of the longest chain of dependent loads. */
COH_INLINE bool coh_miss_find(const coh_processor *p, uint64_t line, coh_miss_found *found) {
  const coh_cache *const d1 = &p->d1, *const ll = p->last_level;
  if (PLAT_UNLIKELY(line >= d1->exact || d1->empty != 0 || line >= ll->exact)) return false;
  const uint64_t set = coh_cache_set(d1, line);
  found->slot = set * COH_VECTOR + coh_oldest_of_eight(&d1->uses[set * COH_VECTOR]);
  const uint64_t victim = (uint64_t)d1->keys[found->slot] << d1->set_bits | set;
  const unsigned processor = (unsigned)__builtin_ctzll(p->bit);
  if (p->misses == COH_MISS_SHARED &&
      !(coh_pages_are_of(p->pages, line, processor) && coh_pages_are_of(p->pages, victim, processor)))
    return false;
  found->left = coh_filter_entry(p, victim);
  __builtin_prefetch(found->left, 1);
  found->word = coh_causes_peek(p->causes, line);
  found->ll_first = coh_cache_set(ll, line) * 2 * COH_VECTOR;
  found->ll_hits = coh_equal_sixteen(&ll->keys[found->ll_first], coh_cache_key(ll, line));
  return PLAT_LIKELY(found->word != NULL) && (found->ll_hits != 0 || ll->empty == 0);
}

/* Uses the line in the processor's last level, and fills it there after a miss. Returns whether the last level had the
 * line. */
COH_INLINE bool coh_miss_use_last_level(coh_system *system, const coh_processor *p, uint64_t line,
                                        const coh_miss_found *found, const coh_miss_kind kind) {
  coh_cache *const ll = p->last_level;
  if (kind == COH_MISS_VECTOR) {
    uint64_t *const order = &ll->orders[found->ll_first / (2 * COH_VECTOR)];
    const bool is_there = found->ll_hits != 0;
    const uint64_t way = is_there ? (unsigned)__builtin_ctz(found->ll_hits) : coh_order_last(*order, ll->ways);
    if (!is_there) coh_cache_place(ll, found->ll_first + way, line);
    *order = coh_order_front(*order, way);
    return is_there;
  }
  if (kind == COH_MISS_GENERAL && !ll) return false;
  if (kind == COH_MISS_GENERAL && PLAT_UNLIKELY(system->traffic != NULL))
    return coh_traffic_use_last_level(system, ll, line);
  return coh_last_level_use(ll, line);
}

/* Gets a line that the processor does not hold from another processor, the last level or memory. Returns the state in
 * which the processor gets the line. `shared` is whether another processor has used the line's page. */
COH_INLINE coh_state coh_miss_fetch(coh_system *system, coh_processor *p, const coh_use *use,
                                    const coh_miss_found *found, bool shared, coh_outcome *outcome,
                                    const coh_miss_kind kind) {
  const mach_config *const config = &system->config;
  coh_holding *const holding = shared ? coh_directory_bring(system->directory, use->line) : NULL;
  const bool others = holding && holding->holders != 0;
  if (PLAT_UNLIKELY(holding && p->flights != NULL && use->requests))
    coh_request(system, p, use->line, coh_holding_before(holding, use->own));
  const int supplier = others ? coh_sharers_ask(system, holding, use->own, use->blame->storer) : COH_NOBODY;
  const bool is_in_ll = coh_miss_use_last_level(system, p, use->line, found, kind);
  outcome->source = supplier != COH_NOBODY ? COH_FROM_CACHE : is_in_ll ? COH_FROM_LL : COH_FROM_MEMORY;
  outcome->stall = supplier != COH_NOBODY ? config->transfer_latency
                   : is_in_ll             ? config->ll_latency
                                          : config->memory_latency;
  if (kind == COH_MISS_GENERAL && PLAT_UNLIKELY(system->memory.uneven))
    coh_line_stall_unevenly(system, p, use->line, supplier, outcome);
  if (kind == COH_MISS_GENERAL && PLAT_UNLIKELY(system->traffic != NULL))
    coh_traffic_fetch(system, coh_number(p), use->line, outcome->source);
  const coh_event event = use->own ? COH_STORES : others ? COH_READS_SHARED : COH_READS_ALONE;
  const coh_state state = (coh_state)system->rules.on[COH_INVALID][event].next;
  if (holding) coh_holding_add(holding, coh_number(p), coh_is_owner(state));
  return state;
}

/* Gets a line that is not in the D1, from the L2 or from outside. */
COH_INLINE coh_state coh_miss_obtain(coh_system *system, coh_processor *p, const coh_use *use,
                                     const coh_miss_found *found, bool shared, coh_outcome *outcome,
                                     const coh_miss_kind kind) {
  if (kind == COH_MISS_VECTOR || PLAT_LIKELY(p->l2.ways == 0))
    return coh_miss_fetch(system, p, use, found, shared, outcome, kind);
  const uint64_t held = coh_cache_find(&p->l2, use->line);
  if (held == COH_NO_SLOT) {
    const coh_state state = coh_miss_fetch(system, p, use, found, shared, outcome, kind);
    coh_line_fill_l2(system, p, use->line, state, use->blame->filler);
    return state;
  }
  coh_cache_use(&p->l2, coh_cache_set(&p->l2, use->line), held);
  outcome->source = COH_FROM_L2;
  outcome->stall = system->config.l2_latency;
  if (kind == COH_MISS_GENERAL && PLAT_UNLIKELY(p->l2_prefetcher != NULL)) coh_line_use_l2_prefetch(p, held, outcome);
  if (use->own) {
    const coh_transition t = system->rules.on[p->l2.states[held]][COH_STORES];
    if (t.acts & COH_ASKS) {
      outcome->upgrade = true;
      outcome->stall += coh_line_upgrade(system, p, use->line, use->blame->storer);
    }
    p->l2.states[held] = t.next;
  }
  return (coh_state)p->l2.states[held];
}

/* Evicts the line `victim` from its slot of the D1. */
COH_INLINE void coh_miss_evict(coh_system *system, coh_processor *p, uint64_t slot, uint64_t victim,
                               const coh_miss_kind kind) {
  if (kind == COH_MISS_GENERAL) {
    if (PLAT_UNLIKELY(system->traffic != NULL)) coh_traffic_leave_d1(system, p, slot);
    coh_tell_departure(system, p, slot, true);
  }
  coh_filter_forget(p, victim, true);
  if (PLAT_UNLIKELY(p->l2.ways != 0)) {
    if (coh_state_in(p->d1.states[slot]) == COH_MODIFIED) p->l2.states[coh_cache_find(&p->l2, victim)] = COH_MODIFIED;
  } else if (kind == COH_MISS_SHARED || (kind == COH_MISS_GENERAL && system->directory)) {
    coh_unlist(system, coh_number(p), victim);
  }
}

/* Makes room for a line in the D1. Returns the slot. */
COH_INLINE uint64_t coh_miss_make_room(coh_system *system, coh_processor *p, const coh_use *use,
                                       const coh_miss_found *found, const coh_miss_kind kind) {
  coh_cache *const d1 = &p->d1;
  uint64_t slot;
  if (kind == COH_MISS_VECTOR) {
    /* Clear the entry without loading it. If the entry belongs to another line, the next hit of that line restores
     * it. */
    found->left->key = COH_NO_LINE;
    slot = found->slot;
  } else {
    slot = coh_cache_victim(d1, coh_cache_set(d1, use->line));
    if (PLAT_UNLIKELY(d1->tags[slot] == COH_NO_LINE)) return slot;
    coh_miss_evict(system, p, slot, d1->tags[slot], kind);
  }
  *p->words[slot] = coh_word_make(COH_WAS_REPLACED, use->blame->filler);
  return slot;
}

/* Brings a line that the D1 does not hold into the D1, and into the L2. `flags` are the flags of the line's state in
 * the D1, and `word` is the line's history. Returns the slot in the D1, and sets *state to the line's state there. */
COH_INLINE uint64_t coh_miss_bring(coh_system *system, coh_processor *p, const coh_use *use,
                                   const coh_miss_found *found, bool shared, uint8_t flags, coh_word *word,
                                   uint8_t *state, coh_outcome *outcome, const coh_miss_kind kind) {
  coh_cache *const d1 = &p->d1;
  *state = (uint8_t)coh_miss_obtain(system, p, use, found, shared, outcome, kind);
  const uint64_t slot = coh_miss_make_room(system, p, use, found, kind);
  if (kind == COH_MISS_GENERAL) {
    if (PLAT_UNLIKELY(system->traffic != NULL))
      flags |= coh_traffic_fill_d1(system, p, use->line, use->own, (coh_state)*state);
    *state |= flags;
    coh_cache_fill(d1, slot, use->line, *state);
  } else {
    if (kind != COH_MISS_VECTOR) coh_cache_take_room(d1, slot, use->line);
    coh_cache_place(d1, slot, use->line);
    d1->states[slot] = *state;
    d1->uses[slot] = ++d1->clock;
  }
  *word = coh_word_make(COH_RESIDENT, 0);
  p->words[slot] = word;
  p->line_labels[slot] = use->label;
  if (PLAT_UNLIKELY(use->label == COH_NO_LABEL)) coh_labels_clear(p, slot);
  return slot;
}

/* Uses a line that the D1 does not hold. Only the vector instance uses `found`. The caller sets *outcome to a hit
 * before the call. After the call, it counts the outcome and advances the clock. Returns the slot of the D1 that now
 * holds the line, or COH_NO_SLOT if the reference is a hit because an earlier request of the processor serves it
 * (coh_request.h). After the general instance, coh_line_use() does the remaining work, which is the same as after a
 * hit. */
COH_INLINE uint64_t coh_miss(coh_system *system, coh_processor *p, const coh_use *use, const coh_miss_found *found,
                             coh_outcome *outcome, const coh_miss_kind kind) {
  const bool shared = kind == COH_MISS_SHARED    ? !coh_claim(system, coh_number(p), use->line)
                      : kind == COH_MISS_GENERAL ? coh_miss_is_shared(system, p, use->line)
                                                 : false;
  coh_word *const word = kind == COH_MISS_VECTOR ? found->word : coh_causes_word(p->causes, use->line);
  const coh_fate fate = coh_word_fate(*word);
  const bool was_taken = shared && fate == COH_WAS_INVALIDATED;
  if (PLAT_UNLIKELY(was_taken && p->flights != NULL) &&
      coh_request_serves(system, p, use->line, use->granules, use->own))
    return COH_NO_SLOT;
  outcome->cause = was_taken ? COH_INVALIDATED : PLAT_UNLIKELY(fate == COH_NEVER) ? COH_COLD : COH_REPLACED;
  outcome->who = coh_word_who(*word);
  if (kind == COH_MISS_GENERAL) {
    plat_assert(fate != COH_RESIDENT);
    outcome->prefetching.displaced = (outcome->who & COH_BY_PREFETCH) != 0;
    outcome->who &= COH_WHO_MAX;
  }
  uint8_t state;
  const uint64_t slot = coh_miss_bring(system, p, use, found, shared, 0, word, &state, outcome, kind);
  if ((kind == COH_MISS_GENERAL || kind == COH_MISS_SHARED) && PLAT_UNLIKELY(p->flights != NULL) &&
      coh_request_waits(p))
    p->d1.states[slot] |= COH_SEEN;
  uint32_t *const awaited = shared ? coh_sharing_at(&system->sharing, use->line) : NULL;
  if (PLAT_UNLIKELY(was_taken))
    outcome->true_sharing = coh_line_judge(system, p, awaited, slot, use->granules, use->blame->note);
  if (kind == COH_MISS_GENERAL) return slot;
  if (shared) {
    if (state == COH_MODIFIED) coh_line_watch(system, p, awaited, slot, use->own ? use->granules : 0);
    coh_filter_note(p, use->line, slot);
  } else {
    *use->entry = (coh_filter){coh_filter_key(use->line, state == COH_MODIFIED), (uint32_t)slot, use->label};
  }
  return slot;
}
