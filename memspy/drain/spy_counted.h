/* spy_counted.h: references and block runs while a counter is active (memspy/counter/spy_counter.h).
 *
 * A plain hit is never an event of the counter. So only other references, calls and the ends of runs are reported to
 * the counter, and the code for block shapes (spy_block_shapes.h) handles plain hits without the counter. While a
 * sample is pending, each run is reported.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account-inl.h"
#include "memspy/counter/spy_counter.h"

/* As bin_reference_slowly(), for a reference in a block run that left at the exit `e`. Returns whether the reference
 * has made a sample pending. If so, spy_counted_leave() must be called after the run. (The result is a whole register,
 * for generated code.) */
UInt spy_counted_slowly(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                        const spy_exit *e);

/* Returns whether the next sample certainly comes after all of the following references: the references in `words`
 * words of records, and those in the rest of the last run. If so, the events of these references can be counted
 * together. Each reference has at most one event. */
static inline Bool spy_counted_is_far(ULong words) {
  enum { MOST_BEHIND = 64 };
  return spy_counter.left > words + MOST_BEHIND;
}

/* Counts the events of a processor since it had `before` events. None of these events may be sampled. */
static inline void spy_counted_pass(const coh_processor *p, ULong before) {
  spy_counter.left -= spy_counter_events(p) - before;
}

/* As bin_site_follow_call(), for a call in a block run that left at the exit `e`. */
void spy_counted_call(const bin_account *account, bin_flow *flow, const bin_site *site, ULong address,
                      const spy_exit *e);

/* As spy_exit_follow(), for a block run that is reported, or that ends with a call or a return. */
void spy_counted_end(bin_flow *flow, const spy_exit *e, const ULong *last);

/* Reports the most recent block run to the counter, if a sample became pending in this run. Call it after a series of
 * block runs of a thread that were not reported one by one. */
void spy_counted_leave(const spy_queue *q);

/* Reports a block run: all its references, whose addresses begin at `at`, and its end. `clock` is the D1's clock before
 * these references. */
void spy_counted_run(bin_flow *flow, const bin_lane *lane, const spy_exit *e, const ULong *at, ULong clock);

/* Reports a block run that was executed but not simulated. */
void spy_counted_skip(spy_queue *q, const spy_exit *e, const ULong *addresses);
