/* spy_drain_lanes.h: the loop over the recorded references of several threads.
 *
 * Each processor has a lane (record/spy_lane.h). Lanes are merged by clock, one reference at a time
 * (coherence/coh_order-inl.h), and each reference's stall goes to its processor's clock before the next is chosen.
 *
 * A plain hit to a line that no other lane touches may be simulated before its turn: coherence/coh_ahead.h. So a lane
 * goes on through such hits, and only waits for its turn with all else; but never beyond the end of another lane,
 * behind which that one's thread may do anything, nor beyond where another one begins to spin, since a store may end it
 * from there on, nor beyond a change of the memory's layout. So no lane is ahead when a thread is chosen.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_DRAIN_LANES_H
#define MEMSPY_SPY_DRAIN_LANES_H

#include "memspy/core/spy_valgrind.h"

/* Merges all lanes until the processor whose turn it is has an empty lane; `idle_key` says when a processor with an
 * empty lane could go on, as a key, or COH_ORDER_NEVER. Returns its key, or COH_ORDER_NEVER when all lanes are empty
 * and none can go on. */
ULong spy_lanes_merge(ULong (*idle_key)(UInt processor));

/* Drains one lane to its end, out of turn. */
void spy_lane_finish(UInt processor);

#endif
