/* spy_drain_lanes.h: the drain of several threads: merges their recorded references.
 *
 * Each processor has a lane (record/spy_lane.h). Lanes are merged by clock, one reference at a time
 * (coherence/coh_order-inl.h); each reference's stall advances its processor's clock before the next choice.
 *
 * A plain hit to a line that no other lane touches can be simulated before its turn: see coherence/coh_early.h. So a
 * lane continues through such hits, and waits for its turn before other references. It stops before the end of another
 * lane, since that lane's thread can do anything after that end. It stops before the time at which another lane begins
 * to spin, since a store can end the spinning from then on. It also stops before a change of the memory's layout. So no
 * lane is ahead of the others when a thread is chosen.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Merges all lanes until the processor with the next turn has an empty lane. `idle_key` returns the earliest key at
 * which a processor with an empty lane could continue, or COH_ORDER_NEVER. Returns the key of the processor with the
 * empty lane, or COH_ORDER_NEVER if all lanes are empty and none can continue. */
ULong spy_lanes_merge(ULong (*idle_key)(UInt processor));

/* Drains a lane to its end, without waiting for the lane's turns. */
void spy_lane_finish(UInt processor);
