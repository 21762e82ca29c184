/* bin_tally.h: counts by pairs of a cell and the bin or segment that caused its misses: evictors of replacement misses,
 * storing segments of invalidation misses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_index.h"
#include "plat/plat.h"

typedef struct {
  uint32_t cell; /* number */
  uint32_t who;  /* number of a bin or segment */
  uint64_t count;
} bin_tally_entry;

/* A table of counts. All zero: empty. */
typedef struct {
  bin_tally_entry *entries;
  uint32_t n, room;
  bin_index index; /* by cell and who */
} bin_tally;

/* The buffered count of the last `who` of a cell. It is added to the tally when another `who` comes. */
typedef struct {
  uint32_t who;
  uint32_t count;
} bin_pending;

/* Adds to the count of `who` on a cell. */
void bin_tally_add(bin_tally *tally, uint32_t cell, uint32_t who, uint64_t count);

/* Returns the count of `who` on a cell. */
uint64_t bin_tally_count(const bin_tally *tally, uint32_t cell, uint32_t who);

/* Adds the buffered count of a cell, and empties the buffer. */
void bin_tally_settle(bin_tally *tally, uint32_t cell, bin_pending *pending);

/* Sets all counts to zero. */
void bin_tally_zero(bin_tally *tally);

/* Frees the memory of a tally and empties it. */
void bin_tally_clear(bin_tally *tally);

/* For bin_tally_one(): adds the buffered count, and buffers a count of 1 for `who`. */
void bin_tally_other(bin_tally *tally, uint32_t cell, bin_pending *pending, uint32_t who);

/* Adds 1 to the count of `who` on a cell, possibly in the buffer. */
static inline void bin_tally_one(bin_tally *tally, uint32_t cell, bin_pending *pending, uint32_t who) {
  if (PLAT_LIKELY(pending->who == who && pending->count != UINT32_MAX))
    pending->count++;
  else
    bin_tally_other(tally, cell, pending, who);
}
