/* coh_cache.h: a set-associative cache: its lines, their states, and the choice of victims.
 *
 * A cache has no latencies or causes, and no access to other caches. The functions that are called for each reference
 * are inline, in coh_cache-inl.h, which is why the struct is public.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_protocol.h"

/* Ages of lines under RRIP. */
enum { COH_FILL_AGE = 2, COH_OLDEST_AGE = 3 };

/* The tag of an empty way. Line numbers are addresses shifted right by at least four bits, so no line has this tag. */
#define COH_NO_LINE (~(uint64_t)0)

typedef struct {
  uint32_t ways;
  uint32_t stride;   /* number of ways, rounded up to whole vectors; the first slot of a set is set * stride */
  uint64_t set_mask; /* number of sets - 1 */
  unsigned set_bits; /* log2 of the number of sets */
  unsigned fold;     /* shift by which higher bits of the line number are folded into the set; 63: they are not */
  uint64_t exact;    /* all lines below this number have unique keys, as long as no line with a larger number is filled;
                        0: such a line was filled */
  mach_replacement replacement;
  bool wide;       /* whether the host can compare eight keys at once (AVX2, BMI, BMI2) */
  uint64_t empty;  /* number of empty ways in the whole cache */
  uint64_t random; /* state of the random generator for MACH_RANDOM */
  uint64_t clock;  /* the clock, which increases with each use and each fill */
  /* Arrays by slot: */
  uint64_t *tags;  /* line number or COH_NO_LINE */
  uint32_t *keys;  /* indexed by slot, for the vector search: 32 bits of the line number, above the bits of the set's
                      index */
  uint8_t *states; /* indexed by slot: coh_state; in a D1, with the flags of coh_system-inl.h */
  uint64_t *uses;  /* indexed by slot: clock of the last use, so that recording a use is a single store; NULL in a cache
                      with `orders` */
  uint64_t *fills; /* indexed by slot, only for FIFO: clock of the fill; for other policies NULL */
  uint8_t *ages;   /* indexed by slot, only for RRIP: 0 after a use, COH_OLDEST_AGE for a victim */
  /* Arrays by set: */
  uint64_t *orders; /* indexed by set, for LRU with at most 16 ways in a cache that is not clocked: way numbers of four
                       bits each, the last used way in the low bits; otherwise NULL */
  uint64_t *trees;  /* indexed by set, only for tree-PLRU: tree_words words of node bits */
  uint32_t tree_words;
} coh_cache;

/* Makes an empty cache of a checked geometry. Free with coh_cache_clear(). A `clocked` cache has `uses`. Other caches
 * have `orders` for LRU where possible, since `orders` are smaller than `uses` and so occupy less of the host's
 * cache. */
void coh_cache_init(coh_cache *cache, const mach_geometry *geometry, mach_replacement replacement, bool clocked);

/* Makes the sets of an empty cache depend on higher bits of the line number, too. */
void coh_cache_hash(coh_cache *cache);

void coh_cache_clear(coh_cache *cache);

/* For checks: returns whether coh_cache_use() of the slot has no effect on later choices of a victim. */
bool coh_cache_use_is_noop(const coh_cache *cache, uint64_t set, uint64_t slot);
