/* bin_timeline.h: when an account counted what: a run in intervals of its time.
 *
 * A timeline takes differences of the account's counts. It looks at them when the simulated time has passed the end of
 * an interval, and does not see single references. All intervals have the same length. A run that has more than
 * BIN_INTERVALS of them has its intervals joined in pairs, which makes them twice as long.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_TIMELINE_H
#define BINS_BIN_TIMELINE_H

#include "bins/bin_account.h"
#include "bins/bin_format.h"

/* What a processor did in an interval. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_INTERVAL_COUNTS(FIELD, FIELD, )
#undef FIELD
} bin_interval;

/* What the code of a segment did to the data of a bin in an interval. */
typedef struct {
  uint64_t misses, stall_cycles;
} bin_interval_cell;

/* The same in all intervals. */
typedef struct {
  uint32_t segment;
  bin_id bin;
  const bin_interval_cell *intervals;
} bin_timeline_row;

typedef struct bin_timeline bin_timeline;

/* A timeline of an account that has counted nothing yet, which must outlive it. The first intervals have `cycles`
 * cycles, at least 1. The caller frees it with bin_timeline_free(). */
bin_timeline *bin_timeline_new(bin_account *account, uint64_t cycles);
void bin_timeline_free(bin_timeline *timeline);

/* The clock of the machine at which the interval under way begins, modulo 2^64. A look is due when the clock is
 * bin_timeline_cycles() later, or more, and when it is earlier. */
uint64_t bin_timeline_from(const bin_timeline *timeline);

/* All that was counted since the look before belongs to the interval under way. No processor will do anything before
 * `clock`: what comes next belongs to the interval that it is in. Where the clock is earlier than the interval under
 * way, what comes next belongs to that one: a thread goes on alone on a processor that stood still while others worked.
 * Time goes on from there with the clock. Runs of blocks must be counted. */
void bin_timeline_look(bin_timeline *timeline, uint64_t clock);

/* The same for what was counted in the interval under way so far, which goes on: before the timeline is read. */
void bin_timeline_settle(bin_timeline *timeline);

/* Begins anew, when the account's counts have been set to zero. */
void bin_timeline_zero(bin_timeline *timeline);

/* The clock at which the first interval begins; cycles of an interval; how many there are, at most BIN_INTERVALS. */
uint64_t bin_timeline_begin(const bin_timeline *timeline);
uint64_t bin_timeline_cycles(const bin_timeline *timeline);
unsigned bin_timeline_count(const bin_timeline *timeline);

/* What a processor did in each interval; NULL: nothing. Valid until the next look. */
const bin_interval *bin_timeline_of(const bin_timeline *timeline, unsigned processor);

/* How many pairs of a segment and a bin are told of, at most BIN_TIMELINE_ROWS; and one of them, valid until the next
 * look. They are those with the most stall cycles and misses, from when on they were so: what a pair did before that is
 * not in its row. */
unsigned bin_timeline_rows(const bin_timeline *timeline);
bin_timeline_row bin_timeline_row_at(const bin_timeline *timeline, unsigned number);

#endif
