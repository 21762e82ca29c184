/* bin_fetches.h: attributes the misses of instruction fetches to places, with their cause, evictor and cost.
 *
 * fetch/ simulates the instruction caches. A fetch that misses in them continues to the machine's other caches, which
 * code and data share.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_format.h"
#include "bins/bin_table.h"
#include "bins/bin_tally.h"
#include "coherence/coh_system.h"
#include "fetch/fetch_system.h"

/* The numbers of misses of a place or of a processor, with cold + replacement + invalidation + switched == misses ==
 * second_level + last_level + memory. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_FETCH_COUNTS(FIELD, )
#undef FIELD
} bin_fetch_counts;

/* A bit that distinguishes the notes of coh_mover. The note of a fetch is this bit and the number of its place. The
 * note of a reference is the number of its cell. All numbers of places and cells are smaller than the bit. */
#define BIN_NOTE_OF_CODE 0x80000000u

typedef struct bin_fetches bin_fetches;

/* Makes instruction caches for a machine. `table` has the records of the code. Machine and table must outlive the
 * caches. Free with bin_fetches_free(). */
bin_fetches *bin_fetches_new(coh_system *system, bin_table *table, const fetch_config *config);
void bin_fetches_free(bin_fetches *fetches);

/* Returns the caches, for fetch_run(), fetch_enter() and fetch_leave(). `place` of an instruction is the number of a
 * place in the table. */
fetch_system *bin_fetches_system(const bin_fetches *fetches);

/* The next two functions return the counts of a place, and those of a processor. */
bin_fetch_counts bin_fetches_at(const bin_fetches *fetches, uint32_t place);
const bin_fetch_counts *bin_fetches_of(const bin_fetches *fetches, unsigned processor);

/* Returns, for replacement misses, which segments evicted the missed lines. In each entry, `cell` is the place that
 * missed, and `who` is the segment that evicted the line. The result is valid until the next fetch. */
const bin_tally *bin_fetches_evictors(bin_fetches *fetches);

/* Sets all counts to zero; the caches keep their lines. */
void bin_fetches_zero(bin_fetches *fetches);
