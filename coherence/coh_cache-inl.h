/* coh_cache-inl.h: searching, using and filling a set, inline.
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

/* Tree-PLRU: points every node on a way's path away from it. */
void coh_tree_use(uint64_t *tree, uint32_t ways, uint32_t way);

/* Notes a use of the line in `slot` of set `set`: what LRU and tree-PLRU go by. */
static inline void coh_cache_use(coh_cache *cache, uint64_t set, uint64_t slot) {
  cache->uses[slot] = ++cache->clock;
  if (PLAT_UNLIKELY(cache->replacement == COH_PLRU))
    coh_tree_use(cache->trees + set * cache->tree_words, cache->ways, (uint32_t)(slot - set * cache->stride));
}

/* A slot and its clock, in the search for the oldest. */
typedef struct {
  uint64_t clock, slot;
} coh_aged;

/* Which of two is older cannot be predicted: a mask chooses, not a branch. */
static inline coh_aged coh_older(coh_aged a, coh_aged b) {
  const uint64_t second = (uint64_t)0 - (b.clock < a.clock);
  return (coh_aged){a.clock ^ ((a.clock ^ b.clock) & second), a.slot ^ ((a.slot ^ b.slot) & second)};
}

/* The slot of a set with the least clock. Four searches side by side, so that none waits for
 * another. */
static inline uint64_t coh_oldest(const uint64_t *clocks, uint64_t first, uint32_t ways) {
  coh_aged oldest[4];
  for (unsigned k = 0; k < 4; k++) {
    const uint64_t slot = first + (k < ways ? k : 0);
    oldest[k] = (coh_aged){clocks[slot], slot};
  }
  uint64_t slot = first + 4;
  for (; slot + 4 <= first + ways; slot += 4)
    for (unsigned k = 0; k < 4; k++) oldest[k] = coh_older(oldest[k], (coh_aged){clocks[slot + k], slot + k});
  for (; slot < first + ways; slot++) oldest[0] = coh_older(oldest[0], (coh_aged){clocks[slot], slot});
  return coh_older(coh_older(oldest[0], oldest[1]), coh_older(oldest[2], oldest[3])).slot;
}

/* The victim of a full set under a policy other than LRU. */
uint64_t coh_cache_policy_victim(coh_cache *cache, uint64_t set);

/* Chooses the slot of `set` for a fill: the lowest empty way, else the policy's victim. The slot still holds its
 * line. */
static inline uint64_t coh_cache_victim(coh_cache *cache, uint64_t set) {
  const uint64_t first = set * cache->stride;
  if (cache->empty != 0) {
    const uint64_t slot = coh_cache_find_in(cache, first, COH_NO_LINE);
    if (slot != COH_NO_SLOT) return slot;
  }
  if (PLAT_LIKELY(cache->replacement == COH_LRU)) return coh_oldest(cache->uses, first, cache->ways);
  return coh_cache_policy_victim(cache, set);
}

/* Puts a line into a slot (whatever was there is forgotten) and notes the fill. */
static inline void coh_cache_fill(coh_cache *cache, uint64_t slot, uint64_t line, coh_state state) {
  if (cache->tags[slot] == COH_NO_LINE) cache->empty--;
  cache->tags[slot] = line;
  cache->lows[slot] = (uint32_t)line;
  cache->states[slot] = (uint8_t)state;
  coh_cache_use(cache, coh_cache_set(cache, line), slot);
  if (cache->fills) cache->fills[slot] = cache->clock;
}

/* Empties a slot that holds a line. The order of the set does not change. */
static inline void coh_cache_drop(coh_cache *cache, uint64_t slot) {
  cache->tags[slot] = COH_NO_LINE;
  cache->lows[slot] = (uint32_t)COH_NO_LINE;
  cache->empty++;
}

#endif
