/* coh_cache-inl.h: searching a set, inline.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_CACHE_INL_H
#define COHERENCE_COH_CACHE_INL_H

/* The compiler's vector headers pull in <stdlib.h> for an allocator that nobody here wants: its guards, of
 * gcc and of clang, keep it out. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <immintrin.h>

#include "coherence/coh_cache.h"
#include "coherence/plat.h"

/* No slot. */
#define COH_NO_SLOT (~(uint64_t)0)

/* Searches a set of more than eight ways with 256-bit vectors; only where cache->wide. */
uint64_t coh_cache_find_wide(const coh_cache *cache, uint64_t first, uint64_t line);

/* The slot of `line` in the set whose first slot is `first`, or COH_NO_SLOT. The low halves of eight tags
 * are compared at once; a candidate is then compared in full. COH_NO_LINE finds the lowest empty way. */
static inline uint64_t coh_cache_find_in(const coh_cache *cache, uint64_t first, uint64_t line) {
  if (cache->stride == 1) return cache->tags[first] == line ? first : COH_NO_SLOT;
  if (cache->wide && cache->stride > 8) return coh_cache_find_wide(cache, first, line);
  const __m128i key = _mm_set1_epi32((int)(uint32_t)line);
  for (uint64_t at = first; at < first + cache->stride; at += 8) {
    const __m128i low = _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)&cache->lows[at]), key);
    const __m128i high = _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)&cache->lows[at + 4]), key);
    const __m128i both = _mm_packs_epi32(low, high);
    unsigned hits = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(both, _mm_setzero_si128()));
    for (; hits != 0; hits &= hits - 1) {
      const uint64_t slot = at + (unsigned)__builtin_ctz(hits);
      if (PLAT_LIKELY(cache->tags[slot] == line)) return slot;
    }
  }
  return COH_NO_SLOT;
}

static inline uint64_t coh_cache_set(const coh_cache *cache, uint64_t line) { return line & cache->set_mask; }

static inline uint64_t coh_cache_find(const coh_cache *cache, uint64_t line) {
  return coh_cache_find_in(cache, coh_cache_set(cache, line) * cache->stride, line);
}

#endif
