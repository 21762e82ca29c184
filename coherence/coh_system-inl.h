/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system-inl.h: the internals of the simulated machine, for the loops that simulate millions of references a
 * second. Other callers use coh_system.h.
 *
 * The filter. Each processor has a direct-mapped table of lines that its D1 holds, indexed by the low bits of the line
 * number, or by more bits if these collide often (coh_filter_index()). With it, most hits need no search of a set. A
 * use of a line in the filter changes nothing in the machine except the time of the line's last use, on which only LRU
 * depends. Under tree-PLRU, a use can change the tree, so the filter holds only the line used last in each set. A store
 * uses the filter only if the line is already modified.
 *
 * Clocks. The clock of a D1 only has to increase from use to use. A caller that uses lines through the filter keeps the
 * clock in a register, adds COH_CLOCK_STEP for each reference, and stores it before any other call.
 *
 * Flags. Uses of some lines have side effects that plain hits do not have. The filter must not hide these uses. The
 * flags of these lines are in the D1's states, above the state of the protocol.
 *  - If a store to a line can show true sharing at another processor (coh_sharing.h), the line is never writable in the
 *    filter.
 *  - These lines are not in the filter at all: a line whose use can show true sharing of the processor's own miss;
 *    every line, on machines with a fully associative shadow cache (coh_shadow.h) or a TLB (coh_tlb.h); a line that is
 *    on its way to a processor with a window, after a wait (coh_request.h); a prefetched line before its first use; a
 *    line that came from the L2 modified, before its first store in the D1, if traffic is counted (coh_traffic.h).
 *  - On machines with prefetchers and lookahead (coh_early.h) the filter is empty, since the lines that other
 *    processors will prefetch are not recorded.
 *
 * Labels. A caller that attributes references to data can keep a 32-bit label for each 8 bytes of each line in the D1.
 * With labels, the caller looks up an address only once while the line stays. The machine provides the memory, and
 * clears the labels when a line comes in. */
#pragma once

#include "coherence/coh_cache-inl.h"
#include "coherence/coh_causes.h"
#include "coherence/coh_directory.h"
#include "coherence/coh_flight.h"
#include "coherence/coh_lookahead.h"
#include "coherence/coh_memory.h"
#include "coherence/coh_pages.h"
#include "coherence/coh_prefetcher.h"
#include "coherence/coh_protocol.h"
#include "coherence/coh_shadow.h"
#include "coherence/coh_sharing.h"
#include "coherence/coh_system.h"
#include "coherence/coh_tlb.h"
#include "coherence/coh_window.h"

enum { COH_LABEL_BITS = 3 }; /* a label covers 8 bytes */
#define COH_NO_LABEL 0xffffffffu

/* A state in the D1: the state of the protocol in the low bits, and flags above it. Each flag stands for uses of the
 * line that are not plain hits. */
enum {
  COH_STATE_MASK = 7,
  COH_WATCHED = 8,     /* stores, except to granules in coh_watch.known */
  COH_UNDECIDED = 16,  /* uses of granules in coh_watch.deciding: such a use makes the invalidation miss true sharing */
  COH_SEEN = 32,       /* all uses */
  COH_PREFETCHED = 64, /* the first use of a prefetched line */
  COH_UNSTORED = 128   /* the first store to a line that came from the L2 modified, if traffic is counted */
};

/* A bit of the number of a filler. It is set if the fill was a prefetch. */
#define COH_BY_PREFETCH (COH_WHO_MAX + 1)

/* The sharing records of a flagged line in the D1. */
typedef struct {
  uint64_t known;    /* granules that are recorded as stored to for every awaited processor (coh_sharing_store()) */
  uint64_t deciding; /* granules to which other processors stored after the processor lost the line */
  uint32_t note;     /* note of the blame of the undecided miss */
} coh_watch;

static inline coh_state coh_state_in(uint8_t with_flags) { return (coh_state)(with_flags & COH_STATE_MASK); }

/* A filter entry: a line that the D1 holds. The key is the line number with one more bit, the lowest, which is set if
 * the line is modified and not watched. A reference compares the key with its own line number and a set bit. A read
 * first sets the bit in the key. */
typedef struct {
  uint64_t key; /* COH_NO_LINE: no line */
  uint32_t slot;
  uint32_t label; /* the label of the whole line, or COH_NO_LABEL */
} coh_filter;

static inline uint64_t coh_filter_key(uint64_t line, bool modified) { return line << 1 | modified; }

/* The shift that folds higher bits of a line number into the index of the filter. Without folding, arrays at a distance
 * of a power of two share entries. Folding takes time at each reference. So a filter starts without folding, and
 * coh_filter_judge() turns it on if many lines share entries. */
enum { COH_NOT_FOLDED = 63, COH_FOLDED = 11 };

/* Returns the index of the filter entry for a line. Neighbouring lines never share an entry, since folding keeps the
 * lowest bit. `mask` and `fold` are the processor's filter_mask and filter_fold. */
static inline uint64_t coh_filter_index(uint64_t line, uint64_t mask, unsigned fold) {
  return (line ^ (line >> fold & ~(uint64_t)1)) & mask;
}

/* The step of a D1's clock for each reference. It is larger than the number of lines of any reference. */
#define COH_CLOCK_STEP 4096

/* The maximum number of filter entries, so that a filter stays in the host's cache. A filter has about eight entries
 * for each line of the D1, so that few lines share one. */
enum { COH_FILTER_MOST = 8192 };

/* The instances of the miss routine (coh_miss-inl.h). */
typedef enum { COH_MISS_GENERAL, COH_MISS_SINGLE, COH_MISS_SHARED, COH_MISS_VECTOR } coh_miss_kind;

typedef struct {
  coh_filter *filter;   /* see coh_filter_index() */
  uint64_t filter_mask; /* number of entries minus 1; at least 1, so that neighbouring lines never share an entry */
  unsigned filter_fold; /* see coh_filter_index() */
  uint32_t crowded;     /* number of hits, since crowded_at, of lines whose filter entry held another line */
  uint64_t crowded_at;  /* value of the D1's clock when `crowded` was 0 */
  unsigned line_bits;   /* log2 of the line size */
  unsigned label_bits;  /* log2 of the labels of a line */
  unsigned node;
  bool active;          /* whether the processor has made a reference; its caches exist from its first reference on */
  bool vector;          /* the vector instance simulates the misses that it supports; the instance `misses` simulates
                           the other misses */
  coh_miss_kind misses; /* the instance that simulates the processor's misses: general, single or shared */
  coh_cache d1;
  coh_cache l2;                  /* ways == 0: none */
  coh_cache *last_level;         /* last level of the processor's node; NULL: none */
  uint32_t *line_labels;         /* indexed by slot of the D1: the label of the whole line, or COH_NO_LABEL: see
                                 `labels` */
  uint32_t *labels;              /* indexed by slot of the D1: 1 << label_bits labels, valid if line_labels is
                                 COH_NO_LABEL */
  coh_word **words;              /* indexed by slot of the D1: the history of the line in the slot */
  coh_watch *watches;            /* sharing records of the lines, by slot of the D1 */
  uint64_t granules;             /* mask of all granules of a line */
  coh_shadow *shadow;            /* NULL: the machine does not distinguish capacity from conflict misses */
  coh_tlb *tlb;                  /* NULL: none */
  coh_prefetcher *prefetcher;    /* the prefetchers of the D1; NULL: none */
  coh_prefetcher *l2_prefetcher; /* those of the L2; NULL: none */
  coh_causes *causes;
  coh_counts counts;
  uint64_t carried;       /* number of prefetched, unused lines when the counts were set last, minus the counts
                             (coh_check.c) */
  uint64_t bit;           /* 1 << the processor's number */
  coh_lookahead *pending; /* NULL: no lookahead (coh_early.h) */
  coh_pages *pages;       /* the system's private pages */
  uint64_t now;           /* in cycles: the processor's clock, which the caller advances; see coh_line_use() */
  uint32_t ticks;         /* ticks of the clock beyond `now`; less than MACH_TICKS */
  coh_window *window;     /* NULL: the processor waits for each miss */
  coh_flights *flights;   /* requests of a processor with a window; otherwise NULL */
  coh_system *system;     /* the system of this processor, for the window's callback */
} coh_processor;

/* The state that the traffic counts need (coh_traffic.h). */
typedef struct {
  plat_map modifiers; /* key: line; value: the filler of the reference that last modified the line */
  unsigned processor; /* the processor of the current reference */
  coh_who data;       /* the filler of the current reference */
  uint32_t note;      /* the note of the current reference */
  bool code;          /* whether the current reference is a fetch of code */
} coh_traffic;

struct coh_system {
  mach_config config;
  coh_rules rules; /* tables of the protocol */
  bool observed;   /* whether uses other than plain hits can affect other processors, a shadow cache, a TLB or a
                      prefetcher */
  unsigned n_active;
  coh_processor *processors;
  coh_memory memory;
  const coh_processor *first; /* with windows: the processor that made the first miss; NULL: no processor has missed */
  bool several;               /* with windows: whether a second processor has missed, too */
  coh_directory *directory;   /* NULL before the second processor is active */
  coh_pages *pages;           /* NULL before the second processor is active, or before coh_early_start() if that comes
                                 first */
  coh_sharing sharing;
  coh_traffic *traffic; /* NULL: neither counted nor limited */
  coh_mover *mover;     /* NULL: none */
  void *mover_closure;
  coh_lookahead *pending; /* NULL: no lookahead (coh_early.h) */
  coh_revision *revision; /* NULL: none */
  void *revision_closure;
  coh_waste *waste; /* NULL: none */
  void *waste_closure;
  coh_charger *charger; /* NULL: none */
  void *charger_closure;
  coh_departure *departure; /* NULL: none */
  void *departure_closure;
};

/* Assigns each processor the instance of the miss routine for its machine. Call it again after a change of the active
 * processors, the directory, the lookahead or the eviction callback. */
void coh_choose_misses(coh_system *system);

static inline bool coh_has_prefetchers(const coh_processor *p) { return p->prefetcher || p->l2_prefetcher; }

/* Returns the number of a processor. */
static inline unsigned coh_number(const coh_processor *p) { return (unsigned)__builtin_ctzll(p->bit); }

/* Makes a processor's caches. Call it at the processor's first reference, before any other use of the processor. */
void coh_activate(coh_system *system, unsigned processor);

/* A bit in a note of a window: the reference is a miss. */
#define COH_NOTE_MISSES (COH_NOTE_MAX + 1)

/* A coh_window_report for a coh_processor: adds to its counts, and calls coh_system_on_charge()'s callback. */
void coh_system_charge(void *processor, uint32_t note, uint32_t translation, uint32_t stall, uint32_t latency);

/* Returns the log2 of a granule's size in bytes. */
static inline unsigned coh_granule_bits(const coh_processor *p) { return p->line_bits > 6 ? p->line_bits - 6 : 0; }

/* Makes the table of pages if the system has none. */
void coh_pages_start(coh_system *system);

/* For coh_claim(): handles a page that is neither private to the processor nor shared. */
bool coh_claim_anew(coh_system *system, unsigned processor, uint64_t line);

/* Records that an active processor uses a line now, or will use it. Returns whether the line's page is private to the
 * processor (coh_system.c). If it is, no other processor has the line. The table system->pages must exist. */
static inline bool coh_claim(coh_system *system, unsigned processor, uint64_t line) {
  const uint64_t page = line >> system->pages->shift, used = *coh_pages_place(system->pages, page);
  if (PLAT_LIKELY(used == coh_page_of(page, processor))) return true;
  return used != coh_page_of(page, COH_PAGE_SHARED) && coh_claim_anew(system, processor, line);
}

/* Removes a processor from the directory entry of a line, because the line has left the processor's caches. The
 * directory must exist. */
static inline void coh_unlist(coh_system *system, unsigned processor, uint64_t line) {
  if (!coh_pages_are_of(system->pages, line, processor)) coh_directory_remove(system->directory, line, processor);
}

/* Returns the granules of a line that a reference touches, as a mask. A granule is a 64th of the line, or a byte if
 * lines have fewer than 64 bytes. `first` and `last` are the addresses of the first and the last byte; bytes outside
 * the line with the number `line` do not count. */
static inline uint64_t coh_granules(const coh_processor *p, uint64_t line, uint64_t first, uint64_t last) {
  const unsigned bits = coh_granule_bits(p);
  const uint64_t mask = ((uint64_t)1 << (p->line_bits - bits)) - 1;
  const uint64_t low = first >> p->line_bits == line ? first >> bits & mask : 0;
  const uint64_t high = last >> p->line_bits == line ? last >> bits & mask : mask;
  return ~(uint64_t)0 >> (63 - high) & ~(uint64_t)0 << low;
}

/* As coh_granules(), but for a reference within one line. */
static inline uint64_t coh_granules_within(const coh_processor *p, uint64_t first, uint64_t last) {
  const unsigned bits = coh_granule_bits(p), in_line = p->line_bits - bits;
  const uint64_t low = first >> bits & (((uint64_t)1 << in_line) - 1), more = (last >> bits) - (first >> bits);
  return ~(uint64_t)0 >> (63 - more) << low;
}

/* Returns the address of the first granule in the mask `granules` of a line. The mask must not be 0. */
static inline uint64_t coh_granule_address(const coh_processor *p, uint64_t line, uint64_t granules) {
  const unsigned bits = coh_granule_bits(p);
  return (line << p->line_bits) + ((uint64_t)(unsigned)__builtin_ctzll(granules) << bits);
}

/* Returns the labels of the line in `slot` of the D1. They are valid only if the line_labels of the slot is
 * COH_NO_LABEL. */
static inline uint32_t *coh_labels(const coh_processor *p, uint64_t slot) {
  return p->labels + (slot << p->label_bits);
}

/* Returns the label of 8 bytes of the line in `slot` of the D1. `granule` is the number of the 8 bytes within the
 * line. */
static inline uint32_t coh_label_at(const coh_processor *p, uint64_t slot, uint64_t granule) {
  const uint32_t label = p->line_labels[slot];
  return label != COH_NO_LABEL ? label : coh_labels(p, slot)[granule];
}

static inline coh_filter *coh_filter_entry(const coh_processor *p, uint64_t line) {
  return &p->filter[coh_filter_index(line, p->filter_mask, p->filter_fold)];
}

/* Removes all lines from the filter. */
void coh_filter_empty(coh_processor *p);

/* For coh_filter_miss(), which calls it after COH_CROWD hits whose filter entry held another line. Folds the filter if
 * these hits came within 4 * COH_CROWD references. */
void coh_filter_judge(coh_processor *p);

/* coh_filter_judge() is called after this number of hits whose filter entry held another line. */
enum { COH_CROWD = 4096 };

/* Counts a hit of a line that was not in the filter, if the line's entry held another line. */
static inline void coh_filter_miss(coh_processor *p, uint64_t line) {
  const uint64_t key = coh_filter_entry(p, line)->key;
  if (key != COH_NO_LINE && key >> 1 != line && ++p->crowded == COH_CROWD) coh_filter_judge(p);
}

/* If `gone`, removes a line from the filter; otherwise makes its entry read-only. */
static inline void coh_filter_forget(coh_processor *p, uint64_t line, bool gone) {
  coh_filter *entry = coh_filter_entry(p, line);
  if (entry->key >> 1 == line) entry->key = gone ? COH_NO_LINE : coh_filter_key(line, false);
}

/* Returns the filter key of a line under lookahead. This is `key`, made read-only if recorded references of other
 * processors touch the line. It is COH_NO_LINE if some of them store to the line. */
static inline uint64_t coh_lookahead_key(const coh_processor *p, uint64_t line, uint64_t key) {
  if (coh_has_prefetchers(p)) return COH_NO_LINE;
  if (coh_pages_are_of(p->pages, line, (unsigned)__builtin_ctzll(p->bit))) return key;
  const coh_lookahead_line *noted = &p->pending->lines[coh_lookahead_hash(p->pending, line)];
  return noted->store & ~p->bit ? COH_NO_LINE : noted->touch & ~p->bit ? key & ~(uint64_t)1 : key;
}

/* Enters a line that was just used into the filter, if the filter may hold this line. */
__attribute__((always_inline)) static inline void coh_filter_note(coh_processor *p, uint64_t line, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  uint64_t key = state < COH_UNDECIDED ? coh_filter_key(line, state == COH_MODIFIED) : COH_NO_LINE;
  if (PLAT_UNLIKELY(p->pending != NULL) && key != COH_NO_LINE) key = coh_lookahead_key(p, line, key);
  /* With tree-PLRU and a single set, the filter has two entries and must contain only the line used last: clear the
   * entry that does not belong to `line`. */
  if (PLAT_UNLIKELY(p->filter_mask == 1)) p->filter[~line & 1].key = COH_NO_LINE;
  *coh_filter_entry(p, line) = (coh_filter){key, (uint32_t)slot, p->line_labels[slot]};
}

/* Clears all labels of the line in `slot`. */
static inline void coh_labels_clear(coh_processor *p, uint64_t slot) {
  uint32_t *labels = coh_labels(p, slot);
  const __m128i four = _mm_set1_epi32((int)COH_NO_LABEL);
  if (p->label_bits < 2)
    for (unsigned i = 0; i < 1u << p->label_bits; i++) labels[i] = COH_NO_LABEL;
  else
    for (unsigned i = 0; i < 1u << p->label_bits; i += 4) _mm_storeu_si128((__m128i *)(void *)&labels[i], four);
  p->line_labels[slot] = COH_NO_LABEL;
}

/* Gives the whole line in `slot` the label `label`. COH_NO_LABEL clears the line's labels. */
static inline void coh_label_line(coh_processor *p, uint64_t slot, uint32_t label) {
  if (label == COH_NO_LABEL)
    coh_labels_clear(p, slot);
  else
    p->line_labels[slot] = label;
  coh_filter *entry = coh_filter_entry(p, p->d1.tags[slot]);
  if (entry->key >> 1 == p->d1.tags[slot]) entry->label = label;
}

/* Prefetches into the host's cache the data that a miss of a line needs. (It is inline because the compiler omits a
 * call of a function that only prefetches.) */
__attribute__((always_inline)) static inline void coh_load_ahead(const coh_processor *p, uint64_t line) {
  const coh_cache *ll = p->last_level;
  const coh_word *word = coh_causes_peek(p->causes, line);
  if (word) __builtin_prefetch(word, 1);
  if (ll) __builtin_prefetch(&ll->keys[coh_cache_set(ll, line) * ll->stride]);
}

/* Clears the labels of all lines that overlap [start, start + bytes) in the D1 of every processor. */
void coh_labels_forget(coh_system *system, uint64_t start, uint64_t bytes);

/* Advances a processor's clock by the time that a number of instructions takes, without stalls. */
static inline void coh_execute(const coh_system *system, coh_processor *p, uint64_t instructions) {
  if (PLAT_LIKELY(system->config.cpi_thousandths == 0)) {
    p->now += instructions * system->config.cpi;
    return;
  }
  const uint64_t ticks = p->ticks + instructions * mach_step(&system->config);
  p->now += ticks / MACH_TICKS;
  p->ticks = (uint32_t)(ticks % MACH_TICKS);
}

static inline bool coh_kind_owns(coh_kind kind) { return !(kind & COH_READ); }

/* Adds the outcome of a further line of a reference to *all, the outcome of the reference. */
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

/* Counts the source of a miss. */
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

/* Counts the outcome of a reference, but not the reference itself. */
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

/* Returns the progress of the processor's window at the processor's clock. */
static inline uint64_t coh_progress(const coh_processor *p) {
  return (p->now - p->window->answered) * MACH_TICKS + p->ticks;
}

/* Waits until all misses of a processor with a window have completed. */
static inline void coh_drain(coh_processor *p) { p->now += coh_window_drain(p->window, coh_progress(p)); }
