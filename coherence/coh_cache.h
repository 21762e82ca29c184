/* coh_cache.h: a set-associative cache: its lines, their states, and the choice of victims.
 *
 * It has no latencies or causes, and no access to other caches. The functions of each reference's path are inline in
 * coh_cache-inl.h, and need the complete structure.
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
  unsigned set_bits; /* log2 of that number */
  uint64_t exact;    /* keys are unique for lines below this, since no line from here on has been filled; or 0 */
  mach_replacement replacement;
  bool wide;       /* the host compares eight keys at once (AVX2, BMI, BMI2) */
  uint64_t empty;  /* empty ways of the whole cache */
  uint64_t random; /* state of the generator of MACH_RANDOM */
  uint64_t clock;  /* clock of uses and fills: increases with each */
  /* Arrays by slot: */
  uint64_t *tags;  /* line number or COH_NO_LINE */
  uint32_t *keys;  /* 32 bits of the tag above the set's index, for the vector search */
  uint8_t *states; /* coh_state; in a D1 with the flags of coh_system-inl.h */
  uint64_t *uses;  /* clock of the last use, so that a use is a single store; NULL with orders */
  uint64_t *fills; /* FIFO: clock of the fill; else NULL */
  /* Arrays by set: */
  uint64_t *orders; /* LRU with at most 16 ways, unless clocked: way numbers, four bits each, newest lowest; or NULL */
  uint64_t *trees;  /* tree-PLRU: tree_words words of node bits */
  uint32_t tree_words;
} coh_cache;

/* Makes an empty cache of a checked geometry; free with coh_cache_clear(). A clocked cache has `uses`; others use the
 * smaller orders for LRU where possible, to occupy less of the host's cache. */
void coh_cache_init(coh_cache *cache, const mach_geometry *geometry, mach_replacement replacement, bool clocked);

void coh_cache_clear(coh_cache *cache);

/* Returns whether coh_cache_use() of the slot would change no later choice of a victim; for checks. */
bool coh_cache_use_is_noop(const coh_cache *cache, uint64_t set, uint64_t slot);
