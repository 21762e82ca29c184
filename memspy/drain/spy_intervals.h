/* spy_intervals.h: the run in intervals of its time (--interval): when the timeline looks at the counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_INTERVALS_H
#define MEMSPY_SPY_INTERVALS_H

#include "bins/bin_timeline.h"
#include "memspy/core/spy_valgrind.h"

/* The interval under way begins at that clock, modulo 2^64, and has so many cycles: a look is due outside. */
extern ULong spy_intervals_from, spy_intervals_cycles;
#define SPY_NO_INTERVALS (~0ULL) /* for the cycles: there is no timeline */

/* The machine has been made: begins the timeline, if there is to be one. */
void spy_intervals_begin(void);

/* For the next one: a look is due. */
void spy_intervals_look(ULong clock);

/* No processor will do anything before a clock: all before it has been simulated, and what runs of blocks counted is
 * settled but for lanes. */
static inline void spy_intervals_pass(ULong clock) {
  if (UNLIKELY(clock - spy_intervals_from >= spy_intervals_cycles)) spy_intervals_look(clock);
}

/* The timeline up to now, for the profile; NULL: there is none. */
const bin_timeline *spy_intervals_settled(void);

/* Begins anew, when all counts have been set to zero. */
void spy_intervals_zero(void);

#endif
