/* coh_cache-inl.h: the inline functions that search, use and fill a set of a cache.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* The compiler's vector headers include <stdlib.h> for an allocator, which is not available here. These include guards
 * of gcc and clang prevent that. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#ifdef __AVX2__
#include <immintrin.h>
#else
#include <emmintrin.h>
#endif

#include "coherence/coh_cache.h"
#include "plat/plat.h"

/* The key of an empty way. */
#define COH_NO_KEY 0xffffffffu

/* Returns the key of a line, or COH_NO_KEY for COH_NO_LINE. */
static inline uint32_t coh_cache_key(const coh_cache *cache, uint64_t line) {
  return (uint32_t)(line >> cache->set_bits);
}

/* The result of a search that finds no slot. */
#define COH_NO_SLOT (~(uint64_t)0)

enum { COH_VECTOR = 8 }; /* number of keys in a vector */

/* Returns which of eight keys, aligned to 16 bytes, equal `key`, as a bit mask. */
static inline unsigned coh_equal_eight(const uint32_t *keys, uint32_t key) {
#ifdef __AVX2__
  const __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)keys);
  return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(all, _mm256_set1_epi32((int)key))));
#else
  const __m128i *const halves = (const __m128i *)(const void *)keys;
  const __m128i low = _mm_cmpeq_epi32(_mm_load_si128(halves), _mm_set1_epi32((int)key));
  const __m128i high = _mm_cmpeq_epi32(_mm_load_si128(halves + 1), _mm_set1_epi32((int)key));
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128()));
#endif
}

/* Returns which of sixteen keys equal `key`, as a bit mask. */
static inline unsigned coh_equal_sixteen(const uint32_t *keys, uint32_t key) {
  return coh_equal_eight(keys, key) | coh_equal_eight(keys + COH_VECTOR, key) << COH_VECTOR;
}

/* As coh_cache_find_in(), for a set of `stride` slots, a multiple of COH_VECTOR. Compares sixteen keys at a time,
 * because the host cannot predict which half of them contains the line. If keys are not unique (`exact`), also compares
 * the tag of a slot whose key is equal. */
__attribute__((always_inline)) static inline uint64_t coh_cache_find_among(const coh_cache *cache, uint64_t first,
                                                                           uint64_t line, const uint32_t stride) {
  const uint32_t key = coh_cache_key(cache, line);
  const bool exact = line < cache->exact;
  for (uint32_t way = 0; way < stride; way += 2 * COH_VECTOR) {
    const uint64_t at = first + way;
    unsigned hits = way + COH_VECTOR < stride ? coh_equal_sixteen(&cache->keys[at], key)
                                              : coh_equal_eight(&cache->keys[at], key);
    for (; hits != 0; hits &= hits - 1) {
      const uint64_t slot = at + (unsigned)__builtin_ctz(hits);
      if (PLAT_LIKELY(exact || cache->tags[slot] == line)) return slot;
    }
  }
  return COH_NO_SLOT;
}

/* As coh_cache_find_among(), compiled for vectors of 256 bits. Call it only if cache->wide is set. */
uint64_t coh_cache_find_wide(const coh_cache *cache, uint64_t first, uint64_t line);

/* Returns the slot of `line` in the set that begins at slot `first`, or COH_NO_SLOT. For COH_NO_LINE, returns the slot
 * of the lowest empty way. */
static inline uint64_t coh_cache_find_in(const coh_cache *cache, uint64_t first, uint64_t line) {
  if (cache->stride == 1) return cache->tags[first] == line ? first : COH_NO_SLOT;
#ifndef __AVX2__
  if (cache->stride > COH_VECTOR && cache->wide) return coh_cache_find_wide(cache, first, line);
#endif
  return coh_cache_find_among(cache, first, line, cache->stride);
}

static inline uint64_t coh_cache_set(const coh_cache *cache, uint64_t line) {
  return (line ^ line >> cache->fold) & cache->set_mask;
}

static inline uint64_t coh_cache_find(const coh_cache *cache, uint64_t line) {
  return coh_cache_find_in(cache, coh_cache_set(cache, line) * cache->stride, line);
}

/* Moves `way` to the front of `order`, a list of way numbers with four bits each. */
static inline uint64_t coh_order_front(uint64_t order, uint64_t way) {
  const uint64_t ones = 0x1111111111111111u;
  const uint64_t other = order ^ way * ones; /* now the four bits that held `way` are zero */
  const uint64_t zero = (other - ones) & ~other & ones << 3;
  const uint64_t moved = zero ^ (zero - 1);
  return order ^ ((order ^ (order << 4 | way)) & moved);
}

/* Returns the last of the `ways` ways in an order (coh_cache.orders). */
static inline uint64_t coh_order_last(uint64_t order, uint32_t ways) { return order >> 4 * (ways - 1) & 15; }

/* Records a use of the line in `slot` of set `set` for tree-PLRU and RRIP, the policies from MACH_PLRU on. */
void coh_cache_policy_use(coh_cache *cache, uint64_t set, uint64_t slot);

/* Records a use of the line in `slot` of set `set` for all policies except FIFO and random. */
static inline void coh_cache_use(coh_cache *cache, uint64_t set, uint64_t slot) {
  if (cache->orders)
    cache->orders[set] = coh_order_front(cache->orders[set], slot - set * cache->stride);
  else
    cache->uses[slot] = ++cache->clock;
  if (PLAT_UNLIKELY(cache->replacement >= MACH_PLRU)) coh_cache_policy_use(cache, set, slot);
}

static inline uint64_t coh_older(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Returns the way with the lowest of eight clocks. A tree of comparisons finds it: each candidate is one number, with
 * the clock in the high bits and the way in the low bits. */
static inline uint64_t coh_oldest_of_eight(const uint64_t *c) {
#ifdef __AVX2__
  const __m256i *const halves = (const __m256i *)(const void *)c;
  const __m256i a = _mm256_or_si256(_mm256_slli_epi64(_mm256_loadu_si256(halves), 3), _mm256_set_epi64x(3, 2, 1, 0));
  const __m256i b = _mm256_or_si256(_mm256_slli_epi64(_mm256_loadu_si256(halves + 1), 3),
                                    _mm256_set_epi64x(7, 6, 5, 4));
  const __m256i four = _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
  const __m128i low = _mm256_castsi256_si128(four), high = _mm256_extracti128_si256(four, 1);
  const __m128i two = _mm_blendv_epi8(low, high, _mm_cmpgt_epi64(low, high));
  return coh_older((uint64_t)_mm_cvtsi128_si64(two), (uint64_t)_mm_extract_epi64(two, 1)) & 7;
#else
  const uint64_t a = coh_older(coh_older(c[0] << 3, c[1] << 3 | 1), coh_older(c[2] << 3 | 2, c[3] << 3 | 3));
  const uint64_t b = coh_older(coh_older(c[4] << 3 | 4, c[5] << 3 | 5), coh_older(c[6] << 3 | 6, c[7] << 3 | 7));
  return coh_older(a, b) & 7;
#endif
}

/* Returns the slot of a set with the lowest clock. Clocks are below 2^60; two clocks differ unless both are 0. The host
 * cannot predict the slot, so the code has no branches. */
static inline uint64_t coh_oldest(const uint64_t *clocks, uint64_t first, uint32_t ways) {
  const uint64_t *c = clocks + first;
  if (PLAT_LIKELY(ways == 8)) return first + coh_oldest_of_eight(c);
  uint64_t slot = first, least = c[0];
  for (uint32_t way = 1; way < ways; way++) {
    slot = c[way] < least ? first + way : slot;
    least = coh_older(least, c[way]);
  }
  return slot;
}

/* Returns the victim of a full set under a policy other than LRU. */
uint64_t coh_cache_policy_victim(coh_cache *cache, uint64_t set);

/* Returns the slot of `set` for a fill: the lowest empty way, or, if there is none, the victim that the policy selects.
 * The victim still holds its line. */
__attribute__((always_inline)) static inline uint64_t coh_cache_victim(coh_cache *cache, uint64_t set) {
  const uint64_t first = set * cache->stride;
  if (cache->empty != 0) {
    const uint64_t slot = coh_cache_find_in(cache, first, COH_NO_LINE);
    if (slot != COH_NO_SLOT) return slot;
  }
  if (cache->orders) return first + coh_order_last(cache->orders[set], cache->ways);
  if (PLAT_LIKELY(cache->replacement == MACH_LRU)) return coh_oldest(cache->uses, first, cache->ways);
  return coh_cache_policy_victim(cache, set);
}

/* Updates the fields that describe all slots of the cache (`empty` and `exact`) for a fill of a slot. Call it before
 * coh_cache_place(). */
static inline void coh_cache_take_room(coh_cache *cache, uint64_t slot, uint64_t line) {
  if (cache->tags[slot] == COH_NO_LINE) cache->empty--;
  if (PLAT_UNLIKELY(line >= cache->exact)) cache->exact = 0;
}

/* Stores the tag and key of a line in a slot. */
static inline void coh_cache_place(coh_cache *cache, uint64_t slot, uint64_t line) {
  cache->tags[slot] = line;
  cache->keys[slot] = coh_cache_key(cache, line);
}

/* Puts a line into a slot, in place of any line that was there, and records the fill. */
static inline void coh_cache_fill(coh_cache *cache, uint64_t slot, uint64_t line, uint8_t state) {
  coh_cache_take_room(cache, slot, line);
  coh_cache_place(cache, slot, line);
  cache->states[slot] = state;
  coh_cache_use(cache, coh_cache_set(cache, line), slot);
  if (cache->fills) cache->fills[slot] = cache->clock;
  if (PLAT_UNLIKELY(cache->ages != NULL)) cache->ages[slot] = COH_FILL_AGE;
}

/* Empties a slot that holds a line. The order of the set does not change. */
static inline void coh_cache_drop(coh_cache *cache, uint64_t slot) {
  cache->tags[slot] = COH_NO_LINE;
  cache->keys[slot] = COH_NO_KEY;
  cache->empty++;
}
