/* spy_drain_step-inl.h: the steps of the drain for records other than simulated runs, for one thread and for lanes.
 *
 * The rules of time are: The cycles of an instruction pass before its references. The cycles of the instructions after
 * the last reference of a block run pass before the next block. An event happens when its thread reaches it. While
 * collection is off, the cycles of instructions also pass, without stalls; otherwise a spinning thread would never stop
 * spinning.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"

/* Applies an event, or a block run that is not simulated. Returns the next record. */
const ULong *spy_drain_other(spy_queue *q, const ULong *at);

/* Returns the header for simulating a block run: the run's own or, if the run is uncounted (--count), that of the
 * block's uncounted copy. For other runs, and for events, returns 0. Call it once for each record, unless all runs are
 * simulated and counted. */
ULong spy_drain_simulated(spy_queue *q, const ULong *at);

/* Follows the calls of a block run that left at the exit `e`, and that was executed while collection is off. */
void spy_drain_follow_calls(spy_queue *q, const spy_exit *e, const ULong *addresses);

/* Advances the time of a processor by a reference that is not simulated. */
static inline void spy_drain_skip_reference(spy_queue *q, const bin_site *site, ULong address) {
  if (site->flags & BIN_SITE_CALL)
    bin_flow_call(&q->flow, address, bin_table_get_place(spy_table, site->place)->function);
}

/* Advances the time of a processor by a block run that is not simulated. */
static inline void spy_drain_skip(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  if (e->calls || e->end != SPY_END_PLAIN) spy_drain_follow_calls(q, e, addresses);
}
