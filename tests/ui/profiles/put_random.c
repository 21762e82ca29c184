/* put_random.c: see put_random.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_random.h"

#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_sharing.h"

/* Divides the replacements equally among evictors; the last one gets the rest, too. */
static void evict(unsigned bin, unsigned n_bins, uint64_t replaced) {
  const unsigned others[] = {bin / 2, bin, (bin + n_bins) / 2};
  const uint64_t each = replaced / G_N_ELEMENTS(others);
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    const bool is_last = i + 1 == G_N_ELEMENTS(others);
    if (!is_last && others[i] == others[i + 1]) continue;
    put_evictor(others[i], is_last ? replaced : each);
    replaced -= each;
  }
}

static void invalidate(unsigned storing, unsigned n_segments, uint64_t shared) {
  const bool are_two = storing + 1 < n_segments;
  if (shared == 0) return;
  put_invalidator(storing, are_two ? shared - shared / 2 : shared);
  if (are_two) put_invalidator(storing + 1, shared / 2);
}

void put_random_cell(GRand *dice, unsigned place, unsigned bin, unsigned n_segments, unsigned n_bins) {
  const uint64_t misses = (uint64_t)(1000 / (g_rand_double(dice) + 0.001));
  const uint64_t shared = (place + bin) % 10 == 0 ? misses / 4 : 0;
  const uint64_t replaced = (misses - shared) / 2;
  put_miss(place, bin,
           (ProfileCounts){.reads = misses * 3,
                           .writes = misses,
                           .read_misses = misses,
                           .replacement = replaced,
                           .invalidation = shared,
                           .true_sharing = shared / 3,
                           .false_sharing = shared - shared / 3,
                           .cold = misses - shared - replaced,
                           .upgrades = misses / 7});
  evict(bin, n_bins, replaced);
  invalidate(place % n_segments, n_segments, shared);
}

void put_random_lines(unsigned n_lines, unsigned n_places, unsigned n_bins) {
  for (unsigned i = 0; i < n_lines; i++) {
    const uint64_t each = 2 * (n_lines - i);
    put_hot_line((ProfileHotLine){.address = 0x4c0000 + 64 * i,
                                  .events = 4 * each,
                                  .false_sharing = 2 * each,
                                  .transfers = each});
    for (unsigned p = 0; p < 4; p++)
      put_use((ProfileUse){.processor = p,
                           .offset = 8 * p,
                           .place = (i + p) % n_places,
                           .bin = i % n_bins,
                           .start = 0x4c0000,
                           .writes = each});
  }
  put_other_lines((ProfileSharing){.events = 1000, .lines = 100});
}
