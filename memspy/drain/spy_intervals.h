/* spy_intervals.h: the timeline of a run (--interval), which looks at the counts at the end of each interval.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_timeline.h"
#include "memspy/core/spy_valgrind.h"

/* The start of the current interval, a clock modulo 2^64, and the interval's length in cycles. A look is due at clocks
 * outside of the interval. */
extern ULong spy_intervals_from, spy_intervals_cycles;
#define SPY_NO_INTERVALS (~0ULL) /* value of spy_intervals_cycles without a timeline */

/* Starts the timeline, if the user requested one. Call after the machine was made. */
void spy_intervals_begin(void);

/* For spy_intervals_pass(): takes the look that is due at a clock. */
void spy_intervals_look(ULong clock);

/* Call when no processor will do anything before a clock: all earlier references must have been simulated, and the
 * counts of runs must be settled, except those in lanes. Takes the looks that are due. */
static inline void spy_intervals_pass(ULong clock) {
  if (UNLIKELY(clock - spy_intervals_from >= spy_intervals_cycles)) spy_intervals_look(clock);
}

/* Returns the timeline up to now, for the profile, or NULL if there is none. */
const bin_timeline *spy_intervals_settled(void);

/* Starts the timeline again, after all counts were set to zero. */
void spy_intervals_zero(void);
