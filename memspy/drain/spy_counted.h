/* spy_counted.h: references and runs of blocks where a counter watches (memspy/counter/spy_counter.h).
 *
 * What surely hits is no event: only what is left of references, calls and the ends of runs is told to the counter. So
 * code of shapes (spy_shapes.h) does the rest here, too, until a sample waits for its instruction. Then each run is
 * told.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_COUNTED_H
#define MEMSPY_SPY_COUNTED_H

#include "bins/bin_account-inl.h"
#include "memspy/counter/spy_counter.h"

/* bin_reference_slowly() of a run that left at `e`. Returns whether a sample waits for its instruction from then on
 * (all of a register, for code that was made): then spy_counted_leave() is called when that run is over. */
UInt spy_counted_slowly(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                        const spy_exit *e);

/* Whether the next sample is further away than `words` of records, and what the last run has behind them, can bring it:
 * a reference is one event at most. Then they need not be told one by one, but all together. */
static inline Bool spy_counted_is_far(ULong words) {
  enum { MOST_BEHIND = 64 };
  return spy_counter.left > words + MOST_BEHIND;
}

/* Tells of all events that a processor had since it had had `before`, none of which gives a sample. */
static inline void spy_counted_pass(const coh_processor *p, ULong before) {
  spy_counter.left -= spy_counter_events(p) - before;
}

/* bin_site_follow_call() in such a run. */
void spy_counted_call(const bin_account *account, bin_flow *flow, const bin_site *site, ULong address,
                      const spy_exit *e);

/* spy_exit_follow() of a run that is told, or that does not end plainly. */
void spy_counted_end(bin_flow *flow, const spy_exit *e, const ULong *last);

/* After runs of a thread that were not told one by one: tells the last one, if a sample began to wait there. */
void spy_counted_leave(const spy_queue *q);

/* A run that is told: all its references, at `at`, from behind `clock` on, and its end. */
void spy_counted_run(bin_flow *flow, const bin_lane *lane, const spy_exit *e, const ULong *at, ULong clock);

/* A run that was executed and not simulated. */
void spy_counted_skip(spy_queue *q, const spy_exit *e, const ULong *addresses);

#endif
