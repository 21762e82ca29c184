/* spy_intervals.h: the timeline of a run (--interval), which reads the counts at the end of each interval (a "look").
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_timeline.h"
#include "memspy/core/spy_valgrind.h"

/* The start of the current interval, as a clock modulo 2^64, and the length of the interval in cycles. A look (reading
 * of the counts) is due at clocks outside of the interval. */
extern ULong spy_intervals_from, spy_intervals_cycles;
#define SPY_NO_INTERVALS (~0ULL) /* the value of spy_intervals_cycles without a timeline */

/* Starts the timeline, if the user requested one. Call after the machine was made. */
void spy_intervals_begin(void);

/* For spy_intervals_pass(): reads the counts for the interval that ends at a clock. */
void spy_intervals_look(ULong clock);

/* Reads the counts for the intervals that end by a clock. Call it when no processor will do anything before this clock.
 * All earlier references must have been simulated, and the counts of block runs must be settled, except those in
 * lanes. */
static inline void spy_intervals_pass(ULong clock) {
  if (UNLIKELY(clock - spy_intervals_from >= spy_intervals_cycles)) spy_intervals_look(clock);
}

/* Returns, for the profile, the timeline up to now, or NULL if there is none. */
const bin_timeline *spy_intervals_settled(void);

/* Restarts the timeline. Call it after all counts were set to zero. */
void spy_intervals_zero(void);
