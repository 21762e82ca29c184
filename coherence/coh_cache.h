/* coh_cache.h: one set-associative cache: which lines it holds, in which state, and who goes next.
 *
 * It knows no latencies, causes or other caches. The functions on the path of every reference are inline
 * in coh_cache-inl.h; the structure is open so that they can be.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_CACHE_H
#define COHERENCE_COH_CACHE_H

#include "coherence/coh_protocol.h"

/* The tag of an empty way. Line numbers are addresses shifted right by at least four bits, so that no line
 * has it. */
#define COH_NO_LINE (~(uint64_t)0)

typedef struct {
  uint32_t ways;
  uint32_t stride;   /* ways, rounded up to a whole number of vectors; a set's first slot is set * stride */
  uint64_t set_mask; /* number of sets - 1 */
  unsigned set_bits; /* log2 of that number */
  uint64_t exact;    /* lines below this are told apart by their keys: none from it on was ever taken in; or 0 */
  coh_replacement replacement;
  bool wide;       /* this host compares keys eight at a time (AVX2, BMI, BMI2) */
  uint64_t empty;  /* ways of the whole cache that hold no line */
  uint64_t random; /* state of the generator of COH_RANDOM */
  uint64_t clock;  /* of uses and fills: greater at each */
  /* One element a slot: */
  uint64_t *tags;  /* line number or COH_NO_LINE */
  uint32_t *keys;  /* 32 bits of the tag above those that name the set, for the vector search */
  uint8_t *states; /* coh_state; in a D1 with the flags of coh_system-inl.h */
  uint64_t *uses;  /* clock of the last use, so that a use is one store whatever was used before; NULL with orders */
  uint64_t *fills; /* FIFO: clock of the fill; else NULL */
  /* One element a set: */
  uint64_t *orders; /* LRU with at most 16 ways, unless clocked: way numbers, four bits each, newest lowest; or NULL */
  uint64_t *trees;  /* tree-PLRU: tree_words words of node bits */
  uint32_t tree_words;
} coh_cache;

/* Makes an empty cache of a checked geometry; free with coh_cache_clear(). A clocked one has `uses` in any case; else
 * the smaller orders serve LRU where they can, for a large cache should not crowd the host's. */
void coh_cache_init(coh_cache *cache, const coh_geometry *geometry, coh_replacement replacement, bool clocked);

/* Frees what coh_cache_init() took. */
void coh_cache_clear(coh_cache *cache);

/* Whether coh_cache_use() of the slot would leave every later choice of a victim as it is; for checks. */
bool coh_cache_use_is_noop(const coh_cache *cache, uint64_t set, uint64_t slot);

#endif
