/* coh_brief-inl.h: the miss of a line where that is as simple as it often is, in as few steps as there are: caches that
 * replace the least recently used line, one memory, a last level, and nobody who listens. It changes the machine just
 * as coh_line_use() does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_BRIEF_INL_H
#define COHERENCE_COH_BRIEF_INL_H

#include "coherence/coh_line-inl.h"
#include "coherence/coh_wide-inl.h"

/* A use of one line that the D1 does not hold. */
typedef struct {
  uint64_t line;
  uint64_t first, last;   /* bytes (addresses) */
  coh_who filler, storer; /* these three as in a coh_blame */
  uint32_t note;
  uint32_t label; /* that all of the line gets, or COH_NO_LABEL */
  bool own;       /* it stores */
} coh_brief_use;

/* What its miss was, as in a coh_outcome; `true_sharing` of an invalidation miss alone. */
typedef struct {
  uint64_t slot; /* that holds the line now */
  coh_cause cause;
  bool true_sharing;
  coh_who who;
  uint32_t stall;
  coh_source source;
} coh_brief;

/* The line in a slot of the D1, if any, leaves it on account of `filler`. */
__attribute__((always_inline)) static inline void coh_brief_leave(coh_processor *p, uint64_t slot, coh_who filler,
                                                                  const bool has_l2) {
  coh_cache *const d1 = &p->d1;
  const uint64_t victim = d1->tags[slot];
  if (PLAT_UNLIKELY(victim == COH_NO_LINE)) {
    d1->empty--;
    return;
  }
  coh_filter *const entry = coh_filter_entry(p, victim);
  if (entry->key >> 1 == victim) entry->key = COH_NO_LINE;
  *p->words[slot] = coh_word_make(COH_WAS_REPLACED, filler);
  if (has_l2 && coh_state_in(d1->states[slot]) == COH_MODIFIED)
    p->l2.states[coh_cache_find(&p->l2, victim)] = COH_MODIFIED;
}

/* A line takes a slot of the D1, which has been left. */
__attribute__((always_inline)) static inline void coh_brief_enter(coh_processor *p, uint64_t line, uint64_t slot,
                                                                  uint8_t state, coh_word *word, uint32_t label) {
  coh_cache *const d1 = &p->d1;
  d1->tags[slot] = line;
  d1->keys[slot] = (uint32_t)(line >> d1->set_bits);
  d1->states[slot] = state;
  d1->uses[slot] = ++d1->clock;
  *word = coh_word_make(COH_RESIDENT, 0);
  p->words[slot] = word;
  p->line_labels[slot] = label;
  if (PLAT_UNLIKELY(label == COH_NO_LABEL)) coh_labels_clear(p, slot);
}

/* It takes its entry of the filter, where nobody else is concerned. */
static inline void coh_brief_note(coh_filter *entry, uint64_t line, uint64_t slot, uint8_t state, uint32_t label) {
  *entry = (coh_filter){coh_filter_key(line, state == COH_MODIFIED), (uint32_t)slot, label};
}

/* The cause of a miss of a line that was not taken away; of another one it is not known yet. */
static inline void coh_brief_cause(const coh_word *word, coh_brief *miss) {
  miss->cause = coh_word_fate(*word) == COH_NEVER ? COH_COLD : COH_REPLACED;
  miss->who = coh_word_who(*word);
}

/* The state of a line that comes from outside; `others` have it. */
static inline uint8_t coh_brief_state(const coh_system *system, bool own, bool others) {
  return system->rules.on[COH_INVALID][own ? COH_STORES : others ? COH_READS_SHARED : COH_READS_ALONE].next;
}

/* The last level or, unless it has the line, memory serves the miss. */
static inline void coh_brief_serve(const coh_system *system, bool found, coh_brief *miss) {
  miss->stall = found ? system->config.ll_latency : system->config.memory_latency;
  miss->source = found ? COH_FROM_LL : COH_FROM_MEMORY;
}

/* The line comes from outside, where nobody has it. Returns its state. */
static inline uint8_t coh_brief_fetch(coh_system *system, coh_processor *p, uint64_t line, bool own, coh_brief *miss) {
  const bool found = coh_last_level_use(p->last_level, line);
  coh_brief_serve(system, found, miss);
  return coh_brief_state(system, own, false);
}

/* The same of a processor with an L2 that holds it in `held`, or of a line that nobody else has. */
static inline uint8_t coh_brief_obtain(coh_system *system, coh_processor *p, const coh_brief_use *use, uint64_t held,
                                       coh_brief *miss) {
  const uint64_t line = use->line;
  if (held == COH_NO_SLOT) {
    const uint8_t state = coh_brief_fetch(system, p, line, use->own, miss);
    coh_line_fill_l2(system, p, line, (coh_state)state, use->filler);
    return state;
  }
  coh_cache_use(&p->l2, coh_cache_set(&p->l2, line), held);
  miss->stall = system->config.l2_latency;
  miss->source = COH_FROM_L2;
  if (use->own) p->l2.states[held] = system->rules.on[p->l2.states[held]][COH_STORES].next;
  return p->l2.states[held];
}

/* What a brief miss means in a page that others use. `first`: coh_sharing_at() of its line. */
__attribute__((always_inline)) static inline void coh_brief_tell(coh_system *system, coh_processor *p,
                                                                 const coh_brief_use *use, uint64_t slot,
                                                                 const uint32_t *first, uint64_t granules) {
  if (coh_state_in(p->d1.states[slot]) == COH_MODIFIED) coh_line_watch(system, p, first, slot, use->own ? granules : 0);
  coh_filter_note(p, use->line, slot);
}

/* A line takes the slot of the D1 that a fill of its set takes. */
__attribute__((always_inline)) static inline void coh_brief_place(coh_system *system, coh_processor *p,
                                                                  const coh_brief_use *use, uint8_t state,
                                                                  coh_word *word, coh_brief *miss, const bool has_l2,
                                                                  const bool among) {
  const uint64_t slot = miss->slot = coh_cache_victim(&p->d1, coh_cache_set(&p->d1, use->line));
  if (among && !has_l2 && p->d1.tags[slot] != COH_NO_LINE)
    coh_unlist(system, (unsigned)__builtin_ctzll(p->bit), p->d1.tags[slot]);
  coh_brief_leave(p, slot, use->filler, has_l2);
  if (PLAT_UNLIKELY(use->line >= p->d1.exact)) p->d1.exact = 0;
  coh_brief_enter(p, use->line, slot, state, word, use->label);
}

/* The rest of the function below for a line of a page that others use, which the processor does not hold; `word` is the
 * line's. */
void coh_miss_among(coh_system *system, coh_processor *p, const coh_brief_use *use, coh_word *word, coh_brief *miss);

/* The same of a processor whose misses are wide. */
void coh_miss_among_widely(coh_system *system, coh_processor *p, const coh_brief_use *use, coh_word *word,
                           coh_brief *miss);

/* Uses a line that the D1 does not hold. Counts nothing and leaves the clock to the caller, as coh_line_use() does.
 * `has_l2`: whether p->l2.ways != 0, and `among`: whether coh_is_among(p->brief), apart so that a caller may make them
 * constants. False: it is not brief, since it is an upgrade of what the L2 has, too, or of a line that was taken away
 * and has come back to the L2 as code; nothing was done. */
__attribute__((always_inline)) static inline bool coh_miss_briefly(coh_system *system, coh_processor *p,
                                                                   const coh_brief_use *use, coh_brief *miss,
                                                                   const bool has_l2, const bool among) {
  const uint64_t line = use->line, held = has_l2 ? coh_cache_find(&p->l2, line) : COH_NO_SLOT;
  if (use->own && held != COH_NO_SLOT && system->rules.on[p->l2.states[held]][COH_STORES].acts & COH_ASKS) return false;
  const bool shared = among && !coh_claim(system, (unsigned)__builtin_ctzll(p->bit), line);
  coh_word *const word = coh_causes_word(p->causes, line);
  if (shared && held != COH_NO_SLOT && coh_word_fate(*word) == COH_WAS_INVALIDATED) return false;
  if (shared && held == COH_NO_SLOT) {
    if (!has_l2 && PLAT_LIKELY(coh_is_wide(p->brief)))
      coh_miss_among_widely(system, p, use, word, miss);
    else
      coh_miss_among(system, p, use, word, miss);
    return true;
  }
  coh_brief_cause(word, miss);
  const uint8_t state = has_l2 ? coh_brief_obtain(system, p, use, held, miss)
                               : coh_brief_fetch(system, p, line, use->own, miss);
  coh_brief_place(system, p, use, state, word, miss, has_l2, among);
  if (shared)
    coh_brief_tell(system, p, use, miss->slot, coh_sharing_at(&system->sharing, line),
                   coh_granules_within(p, use->first, use->last));
  else
    coh_brief_note(coh_filter_entry(p, line), line, miss->slot, state, use->label);
  return true;
}

/* What a miss is about to change, of a processor whose misses are wide. */
typedef struct {
  uint64_t line;
  uint64_t slot;     /* of the D1, which it is about to take */
  coh_filter *entry; /* its own */
  coh_filter *left;  /* the entry of the line that is there */
  coh_word *word;    /* its own */
  uint64_t first;    /* slot of its set in the last level */
  unsigned hits;     /* ways of that set which hold it, as bits: one or none */
} coh_wide_miss;

/* Whether a miss concerns nobody else: the pages of its line and of the one that goes are the processor's own. */
static inline bool coh_is_apart(const coh_processor *p, uint64_t line, uint64_t victim) {
  const unsigned processor = (unsigned)__builtin_ctzll(p->bit);
  return coh_pages_are_of(p->pages, line, processor) && coh_pages_are_of(p->pages, victim, processor);
}

/* Finds that out of a line whose entry of the filter is `entry`, and changes nothing. False: the miss is not as misses
 * usually are, and is for coh_miss_briefly(). The victim comes first: the longest chain of what waits for something
 * else begins with its clock. */
COH_WIDE_INLINE bool coh_miss_widely_begin(const coh_processor *p, uint64_t line, coh_filter *entry,
                                           coh_wide_miss *miss) {
  const coh_cache *const d1 = &p->d1, *const ll = p->last_level;
  if (PLAT_UNLIKELY(line >= d1->exact || d1->empty != 0 || line >= ll->exact)) return false;
  const uint64_t set = coh_cache_set(d1, line);
  miss->line = line;
  miss->entry = entry;
  miss->slot = set * COH_VECTOR + coh_d1_oldest_widely(d1, set * COH_VECTOR);
  const uint64_t victim = (uint64_t)d1->keys[miss->slot] << d1->set_bits | set;
  if (p->brief == COH_WIDELY_AMONG && !coh_is_apart(p, line, victim)) return false;
  miss->left = coh_filter_entry(p, victim);
  __builtin_prefetch(miss->left, 1);
  miss->word = coh_causes_peek(p->causes, line);
  miss->first = coh_cache_set(ll, line) * 2 * COH_VECTOR;
  miss->hits = coh_last_level_find_widely(ll, miss->first, (uint32_t)(line >> ll->set_bits));
  return PLAT_LIKELY(miss->word != NULL);
}

/* Whether the last level has room, so that such a miss, if memory is to serve it, is for coh_miss_briefly(), too. */
static inline bool coh_miss_widely_has_room(const coh_processor *p) { return p->last_level->empty != 0; }

/* The last level uses the line: `found`, or else takes it in where the oldest one of its set was. */
COH_WIDE_INLINE void coh_last_level_use_widely(coh_cache *ll, const coh_wide_miss *miss, const bool found) {
  uint64_t *const order = &ll->orders[miss->first / (2 * COH_VECTOR)];
  uint64_t way;
  if (found) {
    way = (unsigned)__builtin_ctz(miss->hits);
  } else {
    way = *order >> 4 * (ll->ways - 1) & 15;
    ll->keys[miss->first + way] = (uint32_t)(miss->line >> ll->set_bits);
    ll->tags[miss->first + way] = miss->line;
  }
  *order = coh_order_front(*order, way);
}

/* Does the rest: as coh_miss_briefly(). `found`: miss->hits != 0. Whether the filter's entry is that of the line that
 * leaves is not looked at: to load it takes longer than to enter another line again, now and then. */
COH_WIDE_INLINE void coh_miss_widely_end(const coh_system *system, coh_processor *p, const coh_wide_miss *miss,
                                         bool own, coh_who filler, uint32_t label, coh_brief *brief, const bool found) {
  coh_last_level_use_widely(p->last_level, miss, found);
  coh_brief_cause(miss->word, brief);
  coh_brief_serve(system, found, brief);
  brief->slot = miss->slot;
  miss->left->key = COH_NO_LINE;
  *p->words[miss->slot] = coh_word_make(COH_WAS_REPLACED, filler);
  const uint8_t state = coh_brief_state(system, own, false);
  coh_brief_enter(p, miss->line, miss->slot, state, miss->word, label);
  coh_brief_note(miss->entry, miss->line, miss->slot, state, label);
}

#endif
