/* coh_wide-inl.h: searching and choosing in a set with vectors of 256 bits, for hosts that have them (coh_cache.wide).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_WIDE_INL_H
#define COHERENCE_COH_WIDE_INL_H

#include "coherence/coh_cache-inl.h"
#include "coherence/coh_vector-inl.h"

/* The first of some slots, whose bits are set in `hits`, that holds a line; or COH_NO_SLOT. */
COH_WIDE_INLINE uint64_t coh_slot_among(const coh_cache *cache, uint64_t first, uint64_t line, unsigned hits) {
  for (; hits != 0; hits &= hits - 1) {
    const uint64_t slot = first + (unsigned)__builtin_ctz(hits);
    if (PLAT_LIKELY(line < cache->exact || cache->tags[slot] == line)) return slot;
  }
  return COH_NO_SLOT;
}

/* As coh_cache_find(), of a line. */
COH_WIDE_INLINE uint64_t coh_d1_find_widely(const coh_cache *d1, uint64_t line) {
  const uint64_t first = coh_cache_set(d1, line) * COH_VECTOR;
  const __m256i key = _mm256_set1_epi32((int)(uint32_t)(line >> d1->set_bits));
  return coh_slot_among(d1, first, line, coh_equal_keys(&d1->keys[first], key));
}

/* Which ways of the set of a last level that begins with `first` have a key, as bits. */
COH_WIDE_INLINE unsigned coh_last_level_find_widely(const coh_cache *ll, uint64_t first, uint32_t key) {
  const __m256i keys = _mm256_set1_epi32((int)key);
  return coh_equal_keys(&ll->keys[first], keys) | coh_equal_keys(&ll->keys[first + COH_VECTOR], keys) << COH_VECTOR;
}

/* The way of a set of a D1 with the least clock, as coh_oldest() finds it. */
COH_WIDE_INLINE uint64_t coh_d1_oldest_widely(const coh_cache *d1, uint64_t first) {
  const __m256i *const c = (const __m256i *)(const void *)(d1->uses + first);
  const __m256i a = _mm256_or_si256(_mm256_slli_epi64(_mm256_load_si256(c), 3), _mm256_set_epi64x(3, 2, 1, 0));
  const __m256i b = _mm256_or_si256(_mm256_slli_epi64(_mm256_load_si256(c + 1), 3), _mm256_set_epi64x(7, 6, 5, 4));
  const __m256i four = _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
  const __m128i low = _mm256_castsi256_si128(four), high = _mm256_extracti128_si256(four, 1);
  const __m128i two = _mm_blendv_epi8(low, high, _mm_cmpgt_epi64(low, high));
  return coh_older((uint64_t)_mm_cvtsi128_si64(two), (uint64_t)_mm_extract_epi64(two, 1)) & 7;
}

#endif
