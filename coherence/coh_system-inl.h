/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system-inl.h: the inside of the simulated machine, for the loops that simulate millions of
 * references a second. Everyone else uses coh_system.h.
 *
 * The filter. Each processor keeps a table of lines that its D1 holds, by the low bits of the line number, or where
 * these crowd by more of them (coh_filter_index()), so that most hits need no search of a set. Using a line that is in
 * the filter changes nothing in the machine but the clock of its last use (which only LRU looks at); under tree-PLRU,
 * where it may change the tree, the filter holds only the line used last in each set. For a store the line must be
 * modified already.
 *
 * Clocks. The clock of a D1 only has to grow from use to use. Who uses lines through the filter keeps it in a
 * register, COH_CLOCK_STEP further for each reference, and stores it before any other call.
 *
 * Flags. Some lines of a D1 must be seen where plain hits are not. A line whose stores tell of true sharing to others
 * (coh_sharing.h) is never writable in the filter; one whose uses tell of true sharing of the processor's own miss,
 * all lines beside a fully associative shadow (coh_shadow.h) or a TLB (coh_tlb.h), and prefetched lines that were not
 * used yet, are not in the filter at all; nor is one that came from the L2 modified, where the first store to it in the
 * D1 counts (coh_traffic.h). Nor is any line beside prefetchers where hits are simulated ahead
 * (coh_ahead.h): nobody knows then which lines others are about to touch. Such flags stand in the D1's states above the
 * protocol's state.
 *
 * Labels. A caller that attributes references to data may keep a 32-bit label for each 8 bytes of each line
 * in the D1, so that it need not look an address up again while the line stays. The machine only
 * provides the room, and clears it when a line comes in. */
#pragma once

#include "coherence/coh_cache-inl.h"
#include "coherence/coh_causes.h"
#include "coherence/coh_directory.h"
#include "coherence/coh_memory.h"
#include "coherence/coh_pages.h"
#include "coherence/coh_pending.h"
#include "coherence/coh_prefetcher.h"
#include "coherence/coh_protocol.h"
#include "coherence/coh_shadow.h"
#include "coherence/coh_sharing.h"
#include "coherence/coh_system.h"
#include "coherence/coh_tlb.h"

enum { COH_LABEL_BITS = 3 }; /* a label covers 8 bytes */
#define COH_NO_LABEL 0xffffffffu

/* What a D1's state is made of: the protocol's, and flags in the order of how much must be seen. */
enum {
  COH_STATE_MASK = 7,
  COH_WATCHED = 8,     /* stores, but for those to granules in coh_watch.known */
  COH_UNDECIDED = 16,  /* an invalidation miss may still be true sharing: uses of granules in coh_watch.deciding */
  COH_SEEN = 32,       /* all uses */
  COH_PREFETCHED = 64, /* the first use of a line that was prefetched */
  COH_UNSTORED = 128   /* the first store to a line that came from the L2 modified, where traffic is counted */
};

/* Beside the number of who filled: it was for a prefetch. */
#define COH_BY_PREFETCH (COH_WHO_MAX + 1)

/* What is known of a line in the D1 that has a flag. */
typedef struct {
  uint64_t known;    /* granules that everyone who is awaited knows to be stored to */
  uint64_t deciding; /* granules that others stored to since the processor lost the line */
  uint32_t note;     /* of the blame for the undecided miss */
} coh_watch;

static inline coh_state coh_state_in(uint8_t with_flags) { return (coh_state)(with_flags & COH_STATE_MASK); }

/* A line that the D1 holds: its number, and in the lowest bit whether it is modified and not watched. A reference
 * compares the key with its line's number and a 1; a read, which does not care, sets the bit of the key first. */
typedef struct {
  uint64_t key; /* COH_NO_LINE: no line */
  uint32_t slot;
  uint32_t label; /* that all of the line has, or COH_NO_LABEL */
} coh_filter;

static inline uint64_t coh_filter_key(uint64_t line, bool modified) { return line << 1 | modified; }

/* How a filter is folded: arrays that lie a power of two apart share entries unless the higher bits of a line's number
 * take part. That costs something at each reference, and so is done where many lines do share entries. */
enum { COH_NOT_FOLDED = 63, COH_FOLDED = 11 };

/* Which entry of a filter is for a line. Folded or not, neighbours never share one: the lowest bit stays. `mask` and
 * `fold` are the processor's. */
static inline uint64_t coh_filter_index(uint64_t line, uint64_t mask, unsigned fold) {
  return (line ^ (line >> fold & ~(uint64_t)1)) & mask;
}

/* More than the lines of any one reference. */
#define COH_CLOCK_STEP 4096

/* A filter has some eight times the entries of the D1's lines, so that few lines share one; but not so many that it
 * leaves the host's own cache. */
enum { COH_FILTER_MOST = 8192 };

/* The instances of the miss routine (coh_miss-inl.h). */
typedef enum { COH_MISS_GENERAL, COH_MISS_SINGLE, COH_MISS_SHARED, COH_MISS_VECTOR } coh_miss_kind;

typedef struct {
  coh_filter *filter;   /* see coh_filter_index() */
  uint64_t filter_mask; /* at least 1, so that neighbouring lines never share an entry */
  unsigned filter_fold; /* see coh_filter_index() */
  uint32_t crowded;     /* hits of lines whose entry another one had, since */
  uint64_t crowded_at;  /* a clock of the D1 */
  unsigned line_bits;   /* log2 of the line size */
  unsigned label_bits;  /* log2 of the labels of a line */
  unsigned node;
  bool active;          /* made a reference ever; caches exist from then on */
  bool vector;          /* the vector instance simulates the misses that it can, in place of `misses` */
  coh_miss_kind misses; /* the instance that simulates its misses: general, single or shared */
  coh_cache d1;
  coh_cache l2;               /* ways == 0: none */
  coh_cache *last_level;      /* of the node; NULL: none */
  uint32_t *line_labels;      /* of each slot: the label that all of the line has, or COH_NO_LABEL: then see `labels` */
  uint32_t *labels;           /* of each slot of the D1 */
  coh_word **words;           /* of the line in each slot of the D1 */
  coh_watch *watches;         /* of each slot of the D1 */
  uint64_t granules;          /* all of a line */
  coh_shadow *shadow;         /* NULL: conflicts are not told apart */
  coh_tlb *tlb;               /* NULL: none */
  coh_prefetcher *prefetcher; /* NULL: none */
  coh_causes *causes;
  coh_counts counts;
  uint64_t bit;         /* 1 << the processor's number */
  coh_pending *pending; /* NULL: nobody told */
  coh_pages *pages;     /* the system's */
  uint64_t now;         /* cycles: the processor's clock, kept by the caller; see coh_line_use() */
} coh_processor;

/* What counts traffic (coh_traffic.h). */
typedef struct {
  coh_map modifiers;  /* by line: the filler of the reference that made it modified last */
  unsigned processor; /* whose reference moves lines now */
  coh_who data;       /* its filler */
  uint32_t note;
  bool code; /* it is a fetch of code */
} coh_traffic;

struct coh_system {
  coh_config config;
  coh_rules rules; /* of the protocol */
  bool observed;   /* uses that are not plain hits matter to others, to a shadow, a TLB or a prefetcher */
  unsigned n_active;
  coh_processor *processors;
  coh_memory memory;
  coh_directory *directory; /* from the second active processor on; NULL before */
  coh_pages *pages;         /* from then on, or from coh_ahead_start() on, if that is earlier; NULL before */
  coh_sharing sharing;
  coh_traffic *traffic; /* NULL: not counted */
  coh_mover *mover;     /* may be NULL */
  void *mover_closure;
  coh_pending *pending;   /* NULL: nobody told */
  coh_revision *revision; /* may be NULL */
  void *revision_closure;
  coh_waste *waste; /* may be NULL */
  void *waste_closure;
  coh_departure *departure; /* may be NULL */
  void *departure_closure;
};

/* Assigns each processor the instance of the miss routine for its machine. Call it again after a change of what this
 * depends on. */
void coh_choose_misses(coh_system *system);

/* The number of a processor. */
static inline unsigned coh_number(const coh_processor *p) { return (unsigned)__builtin_ctzll(p->bit); }

/* Makes a processor's caches at its first reference. Call before any other use of the processor. */
void coh_activate(coh_system *system, unsigned processor);

/* The log2 of a granule's bytes. */
static inline unsigned coh_granule_bits(const coh_processor *p) { return p->line_bits > 6 ? p->line_bits - 6 : 0; }

/* Makes the table of pages, if it is not there. */
void coh_pages_start(coh_system *system);

/* For the next one: the line's page is neither known to be the processor's own nor shared. */
bool coh_claim_anew(coh_system *system, unsigned processor, uint64_t line);

/* An active processor is about to use a line, or is known to do that later. Returns whether its page is the
 * processor's own (coh_system.c): then nobody else has the line. Only where system->pages. */
static inline bool coh_claim(coh_system *system, unsigned processor, uint64_t line) {
  const uint64_t page = line >> system->pages->shift, used = *coh_pages_place(system->pages, page);
  if (PLAT_LIKELY(used == coh_page_of(page, processor))) return true;
  return used != coh_page_of(page, COH_PAGE_SHARED) && coh_claim_anew(system, processor, line);
}

/* A line has left a processor for good, where there is a directory. */
static inline void coh_unlist(coh_system *system, unsigned processor, uint64_t line) {
  if (!coh_pages_are_of(system->pages, line, processor)) coh_directory_remove(system->directory, line, processor);
}

/* The bytes of a line that a reference touches, as a mask of granules: each is a 64th of the line, or a byte where
 * lines are shorter. `first` and `last` are addresses of bytes; what lies outside the line of number `line` does not
 * count. */
static inline uint64_t coh_granules(const coh_processor *p, uint64_t line, uint64_t first, uint64_t last) {
  const unsigned bits = coh_granule_bits(p);
  const uint64_t mask = ((uint64_t)1 << (p->line_bits - bits)) - 1;
  const uint64_t low = first >> p->line_bits == line ? first >> bits & mask : 0;
  const uint64_t high = last >> p->line_bits == line ? last >> bits & mask : mask;
  return ~(uint64_t)0 >> (63 - high) & ~(uint64_t)0 << low;
}

/* The same of a reference to one line. */
static inline uint64_t coh_granules_within(const coh_processor *p, uint64_t first, uint64_t last) {
  const unsigned bits = coh_granule_bits(p), in_line = p->line_bits - bits;
  const uint64_t low = first >> bits & (((uint64_t)1 << in_line) - 1), more = (last >> bits) - (first >> bits);
  return ~(uint64_t)0 >> (63 - more) << low;
}

/* The address of the first of some granules of a line. */
static inline uint64_t coh_granule_address(const coh_processor *p, uint64_t line, uint64_t granules) {
  const unsigned bits = coh_granule_bits(p);
  return (line << p->line_bits) + ((uint64_t)(unsigned)__builtin_ctzll(granules) << bits);
}

/* The labels of a line that the D1 holds and that has not the same everywhere. */
static inline uint32_t *coh_labels(const coh_processor *p, uint64_t slot) {
  return p->labels + (slot << p->label_bits);
}

/* The label of bytes of a line that the D1 holds, of which `granule` is the number in the line. */
static inline uint32_t coh_label_at(const coh_processor *p, uint64_t slot, uint64_t granule) {
  const uint32_t label = p->line_labels[slot];
  return label != COH_NO_LABEL ? label : coh_labels(p, slot)[granule];
}

static inline coh_filter *coh_filter_entry(const coh_processor *p, uint64_t line) {
  return &p->filter[coh_filter_index(line, p->filter_mask, p->filter_fold)];
}

/* No line is in the filter any more. */
void coh_filter_empty(coh_processor *p);

/* For the function below: folds the filter if such hits are frequent. */
void coh_filter_judge(coh_processor *p);

/* Hits that find their line's entry taken, of which so many are judged at once. */
enum { COH_CROWD = 4096 };

/* A line is hit that was not in the filter. */
static inline void coh_filter_miss(coh_processor *p, uint64_t line) {
  const uint64_t key = coh_filter_entry(p, line)->key;
  if (key != COH_NO_LINE && key >> 1 != line && ++p->crowded == COH_CROWD) coh_filter_judge(p);
}

/* The line left the D1 or must be seen, or else can no longer be stored to plainly. */
static inline void coh_filter_forget(coh_processor *p, uint64_t line, bool gone) {
  coh_filter *entry = coh_filter_entry(p, line);
  if (entry->key >> 1 == line) entry->key = gone ? COH_NO_LINE : coh_filter_key(line, false);
}

/* What others are about to do leaves of a filter's key. */
static inline uint64_t coh_pending_key(const coh_processor *p, uint64_t line, uint64_t key) {
  if (p->prefetcher) return COH_NO_LINE;
  if (coh_pages_are_of(p->pages, line, (unsigned)__builtin_ctzll(p->bit))) return key;
  const coh_pending_line *noted = &p->pending->lines[coh_pending_hash(p->pending, line)];
  return noted->store & ~p->bit ? COH_NO_LINE : noted->touch & ~p->bit ? key & ~(uint64_t)1 : key;
}

/* Enters a line that was just used into the filter, if it may be there. */
__attribute__((always_inline)) static inline void coh_filter_note(coh_processor *p, uint64_t line, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  uint64_t key = state < COH_UNDECIDED ? coh_filter_key(line, state == COH_MODIFIED) : COH_NO_LINE;
  if (PLAT_UNLIKELY(p->pending != NULL) && key != COH_NO_LINE) key = coh_pending_key(p, line, key);
  /* Tree-PLRU with a single set: the line used last before this one may have the other entry. */
  if (PLAT_UNLIKELY(p->filter_mask == 1)) p->filter[~line & 1].key = COH_NO_LINE;
  *coh_filter_entry(p, line) = (coh_filter){key, (uint32_t)slot, p->line_labels[slot]};
}

/* No part of the line in `slot` has a label. */
static inline void coh_labels_clear(coh_processor *p, uint64_t slot) {
  uint32_t *labels = coh_labels(p, slot);
  const __m128i four = _mm_set1_epi32((int)COH_NO_LABEL);
  if (p->label_bits < 2)
    for (unsigned i = 0; i < 1u << p->label_bits; i++) labels[i] = COH_NO_LABEL;
  else
    for (unsigned i = 0; i < 1u << p->label_bits; i += 4) _mm_storeu_si128((__m128i *)(void *)&labels[i], four);
  p->line_labels[slot] = COH_NO_LABEL;
}

/* Labels the whole line in `slot`; COH_NO_LABEL takes its labels away. */
static inline void coh_label_line(coh_processor *p, uint64_t slot, uint32_t label) {
  if (label == COH_NO_LABEL)
    coh_labels_clear(p, slot);
  else
    p->line_labels[slot] = label;
  coh_filter *entry = coh_filter_entry(p, p->d1.tags[slot]);
  if (entry->key >> 1 == p->d1.tags[slot]) entry->label = label;
}

/* Starts to load what a miss of a line will need. (A call of a function that does no more, the compiler leaves out.) */
__attribute__((always_inline)) static inline void coh_load_ahead(const coh_processor *p, uint64_t line) {
  const coh_cache *ll = p->last_level;
  const coh_word *word = coh_causes_peek(p->causes, line);
  if (word) __builtin_prefetch(word, 1);
  if (ll) __builtin_prefetch(&ll->keys[coh_cache_set(ll, line) * ll->stride]);
}

/* Clears the labels of all lines that overlap [start, start + bytes) in the D1 of every processor. */
void coh_labels_forget(coh_system *system, uint64_t start, uint64_t bytes);

static inline bool coh_kind_owns(coh_kind kind) { return !(kind & COH_READ); }

/* Takes the outcome of a further line of a reference into that of the reference. */
static inline void coh_outcome_join(coh_outcome *all, const coh_outcome *one) {
  if (all->cause == COH_HIT) {
    if (one->cause != COH_HIT || !all->upgrade) all->line = one->line;
    all->cause = one->cause;
    all->source = one->source;
    all->true_sharing = one->true_sharing;
    all->remote = one->remote;
    all->capacity = one->capacity;
    all->conflict = one->conflict;
    all->who = one->who;
    all->prefetching.displaced = one->prefetching.displaced;
  }
  all->prefetching.issued += one->prefetching.issued;
  all->prefetching.covered += one->prefetching.covered;
  all->prefetching.late += one->prefetching.late;
  all->upgrade |= one->upgrade;
  const uint32_t all_lines = all->stall - all->translation.cycles, lines = one->stall - one->translation.cycles;
  all->translation.misses += one->translation.misses;
  all->translation.walks += one->translation.walks;
  all->translation.cycles += one->translation.cycles;
  all->stall = (lines > all_lines ? lines : all_lines) + all->translation.cycles;
}

static inline void coh_count_replacement(coh_counts *counts, const coh_outcome *outcome) {
  counts->replacement++;
  counts->capacity += outcome->capacity;
  counts->conflict += outcome->conflict;
}

static inline void coh_count_invalidation(coh_counts *counts, const coh_outcome *outcome) {
  counts->invalidation++;
  counts->true_sharing += outcome->true_sharing;
  counts->false_sharing += !outcome->true_sharing;
}

/* Counts what served a miss. */
static inline void coh_count_source(coh_counts *counts, coh_source source) {
  static const coh_count of[] = {[COH_FROM_L2] = COH_COUNT_SECOND_LEVEL,
                                 [COH_FROM_LL] = COH_COUNT_LAST_LEVEL,
                                 [COH_FROM_MEMORY] = COH_COUNT_MEMORY,
                                 [COH_FROM_CACHE] = COH_COUNT_TRANSFERS};
  *coh_counts_at(counts, of[source]) += 1;
}

static inline void coh_count_translation(coh_counts *counts, const coh_translation *translation) {
  counts->tlb_misses += translation->misses;
  counts->walks += translation->walks;
  counts->translation_cycles += translation->cycles;
}

static inline void coh_count_prefetching(coh_counts *counts, const coh_prefetching *prefetching) {
  counts->prefetches += prefetching->issued;
  counts->covered += prefetching->covered;
  counts->late += prefetching->late;
  counts->displaced += prefetching->displaced;
}

/* Counts an outcome, but not the reference itself. */
__attribute__((always_inline)) static inline void coh_count_outcome(coh_counts *counts, coh_kind kind,
                                                                    const coh_outcome *outcome) {
  if (outcome->cause != COH_HIT) {
    *(kind == COH_WRITE ? &counts->write_misses : &counts->read_misses) += 1;
    if (outcome->remote)
      counts->remote++;
    else
      counts->local++;
    coh_count_source(counts, outcome->source);
    if (PLAT_LIKELY(outcome->cause == COH_REPLACED))
      coh_count_replacement(counts, outcome);
    else if (outcome->cause == COH_COLD)
      counts->cold++;
    else
      coh_count_invalidation(counts, outcome);
  }
  counts->upgrades += outcome->upgrade;
  counts->stall_cycles += outcome->stall;
  if (PLAT_UNLIKELY(outcome->translation.misses != 0)) coh_count_translation(counts, &outcome->translation);
  if (PLAT_UNLIKELY(coh_is_prefetching(&outcome->prefetching))) coh_count_prefetching(counts, &outcome->prefetching);
}
