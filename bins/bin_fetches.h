/* bin_fetches.h: attributes instruction fetches: which code misses in the instruction caches, why, whose code pushed it
 * out, and what that costs.
 *
 * Fetches are simulated by fetch/; those that miss go on to the machine's other caches, which code and data share, and
 * are counted at the place of the instruction.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_FETCHES_H
#define BINS_BIN_FETCHES_H

#include "bins/bin_format.h"
#include "bins/bin_table.h"
#include "bins/bin_tally.h"
#include "coherence/coh_system.h"
#include "fetch/fetch_system.h"

/* Misses of a place, or of a processor. Identities: cold + replacement + invalidation + switched == misses ==
 * second_level + last_level + memory. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_FETCH_COUNTS(FIELD, )
#undef FIELD
} bin_fetch_counts;

/* Fetches of code that move lines are told with the number of their place and this as note (coh_mover); there are fewer
 * cells, which are the notes of references, and places. */
#define BIN_NOTE_OF_CODE 0x80000000u

typedef struct bin_fetches bin_fetches;

/* Makes instruction caches beside a machine, whose code is named in a table; both must outlive them. The caller frees
 * them with bin_fetches_free(). */
bin_fetches *bin_fetches_new(coh_system *system, const bin_table *table, const fetch_config *config);
void bin_fetches_free(bin_fetches *fetches);

/* The caches, for fetch_run(), fetch_enter() and fetch_leave(). The places of instructions are numbers of the table. */
fetch_system *bin_fetches_system(const bin_fetches *fetches);

/* What a place did so far, and a processor. */
bin_fetch_counts bin_fetches_at(const bin_fetches *fetches, uint32_t place);
const bin_fetch_counts *bin_fetches_of(const bin_fetches *fetches, unsigned processor);

/* Which segments pushed out the lines of the replacement misses of places: entries whose `cell` is a place and whose
 * `who` is a segment. Valid until the next fetch. */
const bin_tally *bin_fetches_evictors(bin_fetches *fetches);

/* Sets all counts to zero; the caches stay as they are. */
void bin_fetches_zero(bin_fetches *fetches);

#endif
