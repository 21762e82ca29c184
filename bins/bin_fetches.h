/* bin_fetches.h: attributes the misses of instruction fetches to places, with their cause, evictor and cost.
 *
 * fetch/ simulates the instruction caches. A fetch that misses there continues to the machine's other caches, which
 * code and data share.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_format.h"
#include "bins/bin_table.h"
#include "bins/bin_tally.h"
#include "coherence/coh_system.h"
#include "fetch/fetch_system.h"

/* Misses of a place or a processor. cold + replacement + invalidation + switched == misses == second_level + last_level
 * + memory. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_FETCH_COUNTS(FIELD, )
#undef FIELD
} bin_fetch_counts;

/* Distinguishes the notes of coh_mover: the note of a fetch is this bit and the number of its place; the note of a
 * reference is the number of its cell. All numbers of places and cells are smaller. */
#define BIN_NOTE_OF_CODE 0x80000000u

typedef struct bin_fetches bin_fetches;

/* Makes instruction caches for a machine. `table` names the code. Both must outlive the caches. Free with
 * bin_fetches_free(). */
bin_fetches *bin_fetches_new(coh_system *system, const bin_table *table, const fetch_config *config);
void bin_fetches_free(bin_fetches *fetches);

/* Returns the caches, for fetch_run(), fetch_enter() and fetch_leave(). Places of instructions are numbers of the
 * table. */
fetch_system *bin_fetches_system(const bin_fetches *fetches);

/* Return the counts of a place, or of a processor. */
bin_fetch_counts bin_fetches_at(const bin_fetches *fetches, uint32_t place);
const bin_fetch_counts *bin_fetches_of(const bin_fetches *fetches, unsigned processor);

/* Returns the segments that evicted the lines of replacement misses: in each entry `cell` is the place that missed and
 * `who` the segment that evicted. Valid until the next fetch. */
const bin_tally *bin_fetches_evictors(bin_fetches *fetches);

/* Sets all counts to zero; the caches keep their lines. */
void bin_fetches_zero(bin_fetches *fetches);
