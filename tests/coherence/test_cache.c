/* test_cache.c: compares the search of a set, with every kind of vector that this host has, with a plain loop.
 *
 * The simulator uses the widest vectors of the host, so that a test of the whole machine executes only one of the two
 * searches.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>

#include "coherence/coh_cache-inl.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { SETS = 4, STEPS = 3000 };

/* Lines whose numbers often share the low half with other lines, and with the tag of an empty way. */
static uint64_t random_line(dice *d) {
  static const uint64_t highs[] = {0, 1, 2, 0x07ffffff, 0x0fffffff};
  const uint64_t low = dice_chance(d, 20) ? UINT64_C(0xfffffff0) + dice_below(d, 16) : dice_below(d, 256);
  return highs[dice_below(d, 5)] << 32 | low;
}

static uint64_t plain_find(const coh_cache *cache, uint64_t set, uint64_t line) {
  for (uint64_t slot = set * cache->stride; slot < set * cache->stride + cache->ways; slot++)
    if (cache->tags[slot] == line) return slot;
  return COH_NO_SLOT;
}

/* Returns whether each search that the host supports agrees with the plain loop. */
static bool searches_agree(coh_cache *cache, uint64_t set, uint64_t line) {
  const uint64_t expected = plain_find(cache, set, line);
  const bool wide = cache->wide;
  bool agree = coh_cache_find_in(cache, set * cache->stride, line) == expected;
  cache->wide = false;
  agree = agree && coh_cache_find_in(cache, set * cache->stride, line) == expected;
  cache->wide = wide;
  return agree;
}

static bool test_ways(uint32_t ways) {
  const mach_geometry geometry = {.size = (uint64_t)SETS * ways * 64, .ways = ways, .line = 64};
  dice d = {ways};
  coh_cache cache;
  bool good = true;
  coh_cache_init(&cache, &geometry, MACH_LRU, ways % 2 != 0);
  for (unsigned i = 0; good && i < STEPS; i++) {
    const uint64_t line = random_line(&d);
    const uint64_t set = coh_cache_set(&cache, line);
    good = searches_agree(&cache, set, line) && searches_agree(&cache, set, COH_NO_LINE);
    const uint64_t slot = coh_cache_find(&cache, line);
    if (slot == COH_NO_SLOT)
      coh_cache_fill(&cache, coh_cache_victim(&cache, set), line, COH_SHARED);
    else if (dice_chance(&d, 30))
      coh_cache_drop(&cache, slot);
  }
  coh_cache_clear(&cache);
  if (!good) printf("FAILED: %" PRIu32 " ways\n", ways);
  return good;
}

int main(void) {
  bool good = true;
  for (uint32_t ways = 1; ways <= 70; ways++) good = test_ways(ways) && good;
  good = test_ways(MACH_MAX_WAYS) && good;
  if (plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks not freed\n", plat_test_outstanding());
    good = false;
  }
  if (good) printf("all searches agree\n");
  return !good;
}
