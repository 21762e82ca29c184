/* spy_drain_step-inl.h: what the drain does with a record that is not plainly simulated, for one thread alone and for
 * lanes.
 *
 * When a reference happens: an instruction's cycles pass before its references; what is left of a run of a block after
 * the last reference passes before the next block. An event happens when its thread has come to it. While the machine
 * stands still the cycles of instructions pass, without stalls: else a thread that spins would wait for ever.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_DRAIN_STEP_INL_H
#define MEMSPY_SPY_DRAIN_STEP_INL_H

#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"

/* An event, or a run of a block that is not simulated. Returns where the next record is. */
const ULong *spy_drain_other(spy_queue *q, const ULong *at);

/* Whether the run of a block is simulated, where that is not plain: False for events. */
Bool spy_drain_is_simulated(spy_queue *q, const ULong *at);

/* While the machine stands still, only the calls are followed: those of a run of a block that left at `e`. */
void spy_drain_follow_calls(spy_queue *q, const spy_exit *e, const ULong *addresses);

/* A reference that is not simulated. */
static inline void spy_drain_skip_reference(spy_queue *q, const bin_site *site, ULong address) {
  if (site->flags & BIN_SITE_CALL)
    bin_flow_call(&q->flow, address, bin_table_get_place(spy_table, site->place)->segment);
}

/* A run of a block that is not simulated. */
static inline void spy_drain_skip(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  if (e->calls || e->end != SPY_END_PLAIN) spy_drain_follow_calls(q, e, addresses);
}

#endif
