/* bin_tally.h: counts by pairs of a cell and the bin or segment that caused its misses: the evictor of a replacement
 * miss, or the storing segment of an invalidation miss.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_index.h"
#include "plat/plat.h"

typedef struct {
  uint32_t cell; /* number */
  uint32_t who;  /* number of a bin or segment */
  uint64_t count;
} bin_tally_entry;

/* A table of counts. If all fields are zero, the table is empty. */
typedef struct {
  bin_tally_entry *entries;
  uint32_t n, room;
  bin_index index; /* index of the entries by cell and `who` */
} bin_tally;

/* The buffered count of a cell, for the last bin or segment `who`. The count is added to the tally at the next event of
 * another `who`. */
typedef struct {
  uint32_t who;
  uint32_t count;
} bin_pending;

/* Adds a number to the count of the pair (`cell`, `who`). */
void bin_tally_add(bin_tally *tally, uint32_t cell, uint32_t who, uint64_t count);

/* Returns the count of the pair (`cell`, `who`). */
uint64_t bin_tally_count(const bin_tally *tally, uint32_t cell, uint32_t who);

/* Adds the buffered count of a cell to the tally, and empties the buffer. */
void bin_tally_settle(bin_tally *tally, uint32_t cell, bin_pending *pending);

/* Sets all counts to zero. */
void bin_tally_zero(bin_tally *tally);

/* Frees the memory of a tally and empties it. */
void bin_tally_clear(bin_tally *tally);

/* For bin_tally_one(): adds the buffered count to the tally, and buffers a count of 1 for `who`. */
void bin_tally_other(bin_tally *tally, uint32_t cell, bin_pending *pending, uint32_t who);

/* Adds 1 to the count of the pair (`cell`, `who`), in the buffer if possible. */
static inline void bin_tally_one(bin_tally *tally, uint32_t cell, bin_pending *pending, uint32_t who) {
  if (PLAT_LIKELY(pending->who == who && pending->count != UINT32_MAX))
    pending->count++;
  else
    bin_tally_other(tally, cell, pending, who);
}
