/* bin_timeline.h: an account's counts by intervals of simulated time.
 *
 * A timeline looks at the account's counts after each end of an interval, and stores the differences from the previous
 * look. It does not see single references. All intervals have the same length. If a run has more than BIN_INTERVALS of
 * them, they are joined in pairs of twice the length.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_format.h"

/* The counts of a processor in an interval. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_INTERVAL_COUNTS(FIELD, FIELD, )
#undef FIELD
} bin_interval;

/* The counts of a segment and a bin in an interval. */
typedef struct {
  uint64_t misses, stall_cycles;
} bin_interval_cell;

/* A segment and a bin, with their counts in all intervals. */
typedef struct {
  uint32_t segment;
  bin_id bin;
  const bin_interval_cell *intervals;
} bin_timeline_row;

typedef struct bin_timeline bin_timeline;

/* Makes a timeline of an account that has counted nothing yet and must outlive it. Intervals start with `cycles`
 * cycles, at least 1. Free with bin_timeline_free(). */
bin_timeline *bin_timeline_new(bin_account *account, uint64_t cycles);
void bin_timeline_free(bin_timeline *timeline);

/* Returns the start of the current interval on the machine's clock, modulo 2^64. A look is due if the clock is
 * bin_timeline_cycles() or more after it, or before it. */
uint64_t bin_timeline_from(const bin_timeline *timeline);

/* Attributes all counts since the previous look to the current interval, and makes the interval of `clock` current. No
 * processor will do anything before `clock`. If `clock` is before the current interval, that interval continues from
 * there: a thread continues alone on a processor that was idle while others worked. Block counts must be settled. */
void bin_timeline_look(bin_timeline *timeline, uint64_t clock);

/* As bin_timeline_look(), but the current interval continues: call it before reading the timeline. */
void bin_timeline_settle(bin_timeline *timeline);

/* Starts the timeline again, after the account's counts were set to zero. */
void bin_timeline_zero(bin_timeline *timeline);

/* Return the start of the first interval on the clock, the cycles of an interval, or the number of intervals, at most
 * BIN_INTERVALS. */
uint64_t bin_timeline_begin(const bin_timeline *timeline);
uint64_t bin_timeline_cycles(const bin_timeline *timeline);
unsigned bin_timeline_count(const bin_timeline *timeline);

/* Returns the intervals of a processor; NULL if all are empty. Valid until the next look. */
const bin_interval *bin_timeline_of(const bin_timeline *timeline, unsigned processor);

/* Returns the number of rows, at most BIN_TIMELINE_ROWS, and one of them, valid until the next look. They are the pairs
 * with the most stall cycles and misses. A row has no counts from before its pair became one of these. */
unsigned bin_timeline_rows(const bin_timeline *timeline);
bin_timeline_row bin_timeline_row_at(const bin_timeline *timeline, unsigned number);
