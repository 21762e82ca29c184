/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_cache_vector.c: the search of coh_cache-inl.h, compiled for hosts with vectors of 256 bits. */
#ifndef __clang__ /* Clang has no such pragma; it compiles this file for vectors of 128 bits. */
#pragma GCC target("avx2,bmi,bmi2")
#endif

#include "coherence/coh_cache-inl.h"

uint64_t coh_cache_find_wide(const coh_cache *cache, uint64_t first, uint64_t line) {
  return coh_cache_find_among(cache, first, line, cache->stride);
}
