/* spy_drain_bound.h: the bound of a drain by the loop of a single thread (spy_drain_alone.h): a clock that none of its
 * references may reach.
 *
 * This loop is faster than the loop over lanes (spy_drain_lanes.h), but does not look at the clock at each reference. So
 * before a clock at which another processor has the turn, or at which an interval ends, it drains only records that end
 * earlier even if each of their references has the longest stall of the machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"
#include "memspy/setup/spy_state.h"

/* The bound of the current drain, in cycles. Set it before a drain, and reset it to SPY_NO_BOUND afterwards. */
extern ULong spy_drain_bound;
#define SPY_NO_BOUND (~0ULL)

/* Call it before drains have a bound. Returns the number of cycles before a bound from which on no drain can begin.
 * Returns SPY_NO_BOUND if no drain can have a bound: with a trace or slack, without simulation, or on a timed
 * machine. */
ULong spy_drain_bound_least(void);

/* For spy_drain_bound_end(): its result if there is a bound. */
const ULong *spy_drain_bound_look(const coh_processor *p, ULong packed, const ULong *at, const ULong *end);

/* Returns a position up to `end`: the records from `at` on that begin before it can be drained next. Returns `at` if
 * the drain must end. `packed` are the packed counts of the runs that the drain has made, whose instructions the clock
 * of the processor `p` does not include. */
static inline const ULong *spy_drain_bound_end(const coh_processor *p, ULong packed, const ULong *at,
                                               const ULong *end) {
  return LIKELY(spy_drain_bound == SPY_NO_BOUND) ? end : spy_drain_bound_look(p, packed, at, end);
}
