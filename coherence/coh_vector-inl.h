/* coh_vector-inl.h: comparing keys with vectors of 256 bits, for hosts that have them.
 *
 * The compiler's header for these takes longer to read than most files of the tree to compile, so only files that use
 * them include this one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_VECTOR_INL_H
#define COHERENCE_COH_VECTOR_INL_H

/* As in coh_cache-inl.h. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <immintrin.h>

#include "coherence/plat.h"

/* For hosts with vectors of 256 bits. Functions of this kind are inlined into such functions alone. */
#define COH_WIDE __attribute__((target("avx2,bmi,bmi2")))
#define COH_WIDE_INLINE __attribute__((target("avx2,bmi,bmi2"), always_inline)) static inline

/* Which of eight keys, aligned to 32 bytes, are equal, as bits: coh_equal_eight() with one vector. */
COH_WIDE_INLINE unsigned coh_equal_keys(const uint32_t *keys, __m256i key) {
  const __m256i equal = _mm256_cmpeq_epi32(_mm256_load_si256((const __m256i *)(const void *)keys), key);
  return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
}

#endif
