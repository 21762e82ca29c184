/* coh_wide-inl.h: searching and choosing in a set with vectors of 256 bits, for hosts that have them (coh_cache.wide).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_WIDE_INL_H
#define COHERENCE_COH_WIDE_INL_H

#include "coherence/coh_cache-inl.h"

/* Whether the functions below are for a D1, for a last level. */
static inline bool coh_is_wide_d1(const coh_cache *d1) { return d1->wide && d1->ways == COH_VECTOR && d1->uses; }
static inline bool coh_is_wide_last_level(const coh_cache *ll) {
  return ll->wide && ll->stride == 2 * COH_VECTOR && ll->orders;
}

/* As coh_cache_find(), of a line. */
COH_WIDE_INLINE uint64_t coh_d1_find_widely(const coh_cache *d1, uint64_t line) {
  const uint64_t first = coh_cache_set(d1, line) * COH_VECTOR;
  const __m256i key = _mm256_set1_epi32((int)(uint32_t)(line >> d1->set_bits));
  return coh_slot_among(d1, first, line, coh_equal_keys(&d1->keys[first], key));
}

/* As coh_last_level_use(). */
COH_WIDE_INLINE bool coh_last_level_use_widely(coh_cache *ll, uint64_t line) {
  const uint64_t set = coh_cache_set(ll, line), first = set * 2 * COH_VECTOR;
  const __m256i key = _mm256_set1_epi32((int)(uint32_t)(line >> ll->set_bits));
  const unsigned hits = coh_equal_keys(&ll->keys[first], key) | coh_equal_keys(&ll->keys[first + COH_VECTOR], key)
                                                                    << COH_VECTOR;
  const uint64_t slot = coh_slot_among(ll, first, line, hits);
  if (PLAT_LIKELY(slot != COH_NO_SLOT)) {
    ll->orders[set] = coh_order_front(ll->orders[set], slot - first);
    return true;
  }
  coh_cache_fill(ll, coh_cache_victim(ll, set), line, COH_SHARED);
  return false;
}

/* As coh_oldest(), of eight clocks. */
COH_WIDE_INLINE uint64_t coh_oldest_widely(const uint64_t *clocks, uint64_t first) {
  const __m256i *const c = (const __m256i *)(const void *)(clocks + first);
  const __m256i a = _mm256_or_si256(_mm256_slli_epi64(_mm256_load_si256(c), 3), _mm256_set_epi64x(3, 2, 1, 0));
  const __m256i b = _mm256_or_si256(_mm256_slli_epi64(_mm256_load_si256(c + 1), 3), _mm256_set_epi64x(7, 6, 5, 4));
  const __m256i four = _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
  const __m128i low = _mm256_castsi256_si128(four), high = _mm256_extracti128_si256(four, 1);
  const __m128i two = _mm_blendv_epi8(low, high, _mm_cmpgt_epi64(low, high));
  return first + (coh_older((uint64_t)_mm_cvtsi128_si64(two), (uint64_t)_mm_extract_epi64(two, 1)) & 7);
}

/* As coh_cache_victim(). */
COH_WIDE_INLINE uint64_t coh_d1_victim_widely(coh_cache *d1, uint64_t line) {
  if (PLAT_UNLIKELY(d1->empty != 0)) return coh_cache_victim(d1, coh_cache_set(d1, line));
  return coh_oldest_widely(d1->uses, coh_cache_set(d1, line) * COH_VECTOR);
}

#endif
