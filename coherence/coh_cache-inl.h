/* coh_cache-inl.h: inline search, use and fill of a cache's set. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COHERENCE_COH_CACHE_INL_H
#define COHERENCE_COH_CACHE_INL_H

/* The compiler's vector headers include <stdlib.h> for an allocator, which is not available here. These guards of gcc
 * and clang prevent that. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <emmintrin.h>

#include "coherence/coh_cache.h"
#include "coherence/plat.h"

/* The key of an empty way. */
#define COH_NO_KEY 0xffffffffu

/* The bits of a line number that a search compares. */
static inline uint32_t coh_cache_key(const coh_cache *cache, uint64_t line) {
  return (uint32_t)(line == COH_NO_LINE ? COH_NO_LINE : line >> cache->set_bits);
}

/* No slot. */
#define COH_NO_SLOT (~(uint64_t)0)

enum { COH_VECTOR = 8 }; /* keys */

/* Whether the functions of coh_wide-inl.h support a D1, and a last level. */
static inline bool coh_is_wide_d1(const coh_cache *d1) { return d1->wide && d1->ways == COH_VECTOR && d1->uses; }
static inline bool coh_is_wide_last_level(const coh_cache *ll) {
  return ll->wide && ll->stride == 2 * COH_VECTOR && ll->orders;
}

/* The equal ones of eight keys, aligned to 16 bytes, as bits. */
static inline unsigned coh_equal_eight(const uint32_t *keys, __m128i key) {
  const __m128i low = _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)(const void *)keys), key);
  const __m128i high = _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)(const void *)(keys + 4)), key);
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128()));
}

/* Searches a set of more than eight ways with 256-bit vectors; requires cache->wide. */
uint64_t coh_cache_find_wide(const coh_cache *cache, uint64_t first, uint64_t line);

/* The slot of `line` in the set whose first slot is `first`, or COH_NO_SLOT. Compares the keys of eight ways at once,
 * then the full tag of a candidate if keys are not unique. COH_NO_LINE finds the lowest empty way. */
static inline uint64_t coh_cache_find_in(const coh_cache *cache, uint64_t first, uint64_t line) {
  if (cache->stride == 1) return cache->tags[first] == line ? first : COH_NO_SLOT;
  if (cache->wide && cache->stride > 8) return coh_cache_find_wide(cache, first, line);
  const __m128i key = _mm_set1_epi32((int)coh_cache_key(cache, line));
  const bool exact = line < cache->exact;
  for (uint64_t at = first; at < first + cache->stride; at += COH_VECTOR) {
    for (unsigned hits = coh_equal_eight(&cache->keys[at], key); hits != 0; hits &= hits - 1) {
      const uint64_t slot = at + (unsigned)__builtin_ctz(hits);
      if (PLAT_LIKELY(exact || cache->tags[slot] == line)) return slot;
    }
  }
  return COH_NO_SLOT;
}

static inline uint64_t coh_cache_set(const coh_cache *cache, uint64_t line) { return line & cache->set_mask; }

static inline uint64_t coh_cache_find(const coh_cache *cache, uint64_t line) {
  return coh_cache_find_in(cache, coh_cache_set(cache, line) * cache->stride, line);
}

/* Moves `way` to the front of an order of way numbers, four bits each. */
static inline uint64_t coh_order_front(uint64_t order, uint64_t way) {
  const uint64_t ones = 0x1111111111111111u;
  const uint64_t other = order ^ way * ones; /* the nibble of `way` is zero */
  const uint64_t zero = (other - ones) & ~other & ones << 3;
  const uint64_t moved = zero ^ (zero - 1);
  return order ^ ((order ^ (order << 4 | way)) & moved);
}

/* Tree-PLRU: points every node on a way's path away from it. */
void coh_tree_use(uint64_t *tree, uint32_t ways, uint32_t way);

/* Records a use of the line in `slot` of set `set` for LRU and tree-PLRU. */
static inline void coh_cache_use(coh_cache *cache, uint64_t set, uint64_t slot) {
  if (cache->orders)
    cache->orders[set] = coh_order_front(cache->orders[set], slot - set * cache->stride);
  else
    cache->uses[slot] = ++cache->clock;
  if (PLAT_UNLIKELY(cache->replacement == COH_PLRU))
    coh_tree_use(cache->trees + set * cache->tree_words, cache->ways, (uint32_t)(slot - set * cache->stride));
}

static inline uint64_t coh_older(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The slot of a set with the lowest clock. Clocks are below 2^60 and differ, or are 0. The result cannot be predicted,
 * so there are no branches: for the usual eight ways, a tree of comparisons uses one number for each candidate, the
 * clock with the way below it. */
static inline uint64_t coh_oldest(const uint64_t *clocks, uint64_t first, uint32_t ways) {
  const uint64_t *c = clocks + first;
  if (PLAT_LIKELY(ways == 8)) {
    const uint64_t a = coh_older(coh_older(c[0] << 3, c[1] << 3 | 1), coh_older(c[2] << 3 | 2, c[3] << 3 | 3));
    const uint64_t b = coh_older(coh_older(c[4] << 3 | 4, c[5] << 3 | 5), coh_older(c[6] << 3 | 6, c[7] << 3 | 7));
    return first + (coh_older(a, b) & 7);
  }
  uint64_t slot = first, least = c[0];
  for (uint32_t way = 1; way < ways; way++) {
    slot = c[way] < least ? first + way : slot;
    least = coh_older(least, c[way]);
  }
  return slot;
}

/* The victim of a full set under a policy other than LRU. */
uint64_t coh_cache_policy_victim(coh_cache *cache, uint64_t set);

/* The slot of `set` for a fill: the lowest empty way, else the policy's victim, which still holds its line. */
__attribute__((always_inline)) static inline uint64_t coh_cache_victim(coh_cache *cache, uint64_t set) {
  const uint64_t first = set * cache->stride;
  if (cache->empty != 0) {
    const uint64_t slot = coh_cache_find_in(cache, first, COH_NO_LINE);
    if (slot != COH_NO_SLOT) return slot;
  }
  if (cache->orders) return first + (cache->orders[set] >> 4 * (cache->ways - 1) & 15);
  if (PLAT_LIKELY(cache->replacement == COH_LRU)) return coh_oldest(cache->uses, first, cache->ways);
  return coh_cache_policy_victim(cache, set);
}

/* Puts a line into a slot in place of its previous line, and records the fill. */
static inline void coh_cache_fill(coh_cache *cache, uint64_t slot, uint64_t line, uint8_t state) {
  if (cache->tags[slot] == COH_NO_LINE) cache->empty--;
  cache->tags[slot] = line;
  cache->keys[slot] = coh_cache_key(cache, line);
  if (PLAT_UNLIKELY(line >= cache->exact)) cache->exact = 0;
  cache->states[slot] = state;
  coh_cache_use(cache, coh_cache_set(cache, line), slot);
  if (cache->fills) cache->fills[slot] = cache->clock;
}

/* Empties a slot that holds a line. The order of the set does not change. */
static inline void coh_cache_drop(coh_cache *cache, uint64_t slot) {
  cache->tags[slot] = COH_NO_LINE;
  cache->keys[slot] = COH_NO_KEY;
  cache->empty++;
}

#endif
