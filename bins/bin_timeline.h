/* bin_timeline.h: an account's counts by intervals of simulated time.
 *
 * A timeline reads the account's counts after the end of each interval, and stores the differences from the previous
 * reading (a "look"). It does not see single references. All intervals have the same length. If a run has more than
 * BIN_INTERVALS intervals, each two neighbouring intervals are joined to one of twice the length.
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

/* Makes a timeline of an account that has counted nothing yet. The account must outlive the timeline. The length of an
 * interval is `cycles` cycles at first; `cycles` is at least 1. Free with bin_timeline_free(). */
bin_timeline *bin_timeline_new(bin_account *account, uint64_t cycles);
void bin_timeline_free(bin_timeline *timeline);

/* Returns the start of the current interval on the machine's clock, modulo 2^64. The caller must call
 * bin_timeline_look() if the clock is at least bin_timeline_cycles() after this start, or before it. */
uint64_t bin_timeline_from(const bin_timeline *timeline);

/* Attributes all counts since the previous look to the current interval, and makes the interval of `clock` current. The
 * caller guarantees that no processor will do anything before `clock`. `clock` can be before the current interval, if a
 * thread continues alone on a processor that was idle while others worked; then the current interval continues at
 * `clock`. Block counts must be settled. */
void bin_timeline_look(bin_timeline *timeline, uint64_t clock);

/* As bin_timeline_look(), but the current interval continues. Call it before reading the timeline. */
void bin_timeline_settle(bin_timeline *timeline);

/* Restarts the timeline. Call it after the account's counts were set to zero. */
void bin_timeline_zero(bin_timeline *timeline);

/* The next functions return the start of the first interval on the machine's clock, the length of an interval in
 * cycles, and the number of intervals, at most BIN_INTERVALS. */
uint64_t bin_timeline_begin(const bin_timeline *timeline);
uint64_t bin_timeline_cycles(const bin_timeline *timeline);
unsigned bin_timeline_count(const bin_timeline *timeline);

/* Returns the intervals of a processor, or NULL if all are empty. The result is valid until the next look. */
const bin_interval *bin_timeline_of(const bin_timeline *timeline, unsigned processor);

/* The next two functions return the number of rows, at most BIN_TIMELINE_ROWS, and one of the rows, valid until the
 * next look. The rows belong to the pairs of code and data with the most stall cycles and misses. A row has no counts
 * from before its pair became one of these pairs. */
unsigned bin_timeline_rows(const bin_timeline *timeline);
bin_timeline_row bin_timeline_row_at(const bin_timeline *timeline, unsigned number);
