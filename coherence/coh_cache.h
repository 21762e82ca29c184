/* coh_cache.h: a set-associative cache: its lines, their states, and the choice of victims.
 *
 * It has no latencies or causes, and no access to other caches. The functions that are called for each reference are
 * inline, in coh_cache-inl.h: they need the complete struct.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_protocol.h"

/* The tag of an empty way. Line numbers are addresses shifted right by at least four bits, so no line has this number.
 */
#define COH_NO_LINE (~(uint64_t)0)

typedef struct {
  uint32_t ways;
  uint32_t stride;   /* ways, rounded up to whole vectors; a set's first slot is set * stride */
  uint64_t set_mask; /* number of sets - 1 */
  unsigned set_bits; /* log2 of the number of sets */
  uint64_t exact;    /* lines below this number have unique keys, as long as no line from it on was filled; 0: one was
                        filled */
  mach_replacement replacement;
  bool wide;       /* the host compares eight keys at once (AVX2, BMI, BMI2) */
  uint64_t empty;  /* number of empty ways in the whole cache */
  uint64_t random; /* state of the generator of MACH_RANDOM */
  uint64_t clock;  /* increases with each use and each fill */
  /* Arrays by slot: */
  uint64_t *tags;  /* line number or COH_NO_LINE */
  uint32_t *keys;  /* 32 bits of the line number, above the bits of the set's index; for the vector search */
  uint8_t *states; /* coh_state; in a D1 with the flags of coh_system-inl.h */
  uint64_t *uses;  /* clock of the last use, so that recording a use is a single store; NULL in a cache with `orders` */
  uint64_t *fills; /* FIFO: clock of the fill; other policies: NULL */
  /* Arrays by set: */
  uint64_t *orders; /* LRU with at most 16 ways, unless clocked: way numbers, four bits each, the last used in the low
                       bits; or NULL */
  uint64_t *trees;  /* tree-PLRU: tree_words words of node bits */
  uint32_t tree_words;
} coh_cache;

/* Makes an empty cache of a checked geometry; free with coh_cache_clear(). A clocked cache has `uses`. Other caches
 * have `orders` for LRU where possible, which are smaller and so occupy less of the host's cache. */
void coh_cache_init(coh_cache *cache, const mach_geometry *geometry, mach_replacement replacement, bool clocked);

void coh_cache_clear(coh_cache *cache);

/* Returns whether coh_cache_use() of the slot would change no later choice of a victim; for checks. */
bool coh_cache_use_is_noop(const coh_cache *cache, uint64_t set, uint64_t slot);
