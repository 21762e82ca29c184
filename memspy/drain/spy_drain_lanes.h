/* spy_drain_lanes.h: the drain of several threads: merges their recorded references.
 *
 * Each processor has a lane (record/spy_lane.h). Lanes are merged by clock, one reference at a time
 * (coherence/coh_order-inl.h); each reference's stall advances its processor's clock before the next choice.
 *
 * A plain hit to a line that no other lane touches can be simulated before its turn: see coherence/coh_early.h. So a
 * lane continues through such hits, and waits for its turn before other references. It stops before the end of another
 * lane, after which that lane's thread can do anything; before the begin of another lane's spinning, which a store can
 * end from then on; and before a change of the memory's layout. So no lane is ahead when a thread is chosen.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Merges all lanes until the processor with the next turn has an empty lane. `idle_key` returns the earliest key at
 * which a processor with an empty lane could continue, or COH_ORDER_NEVER. Returns that processor's key, or
 * COH_ORDER_NEVER if all lanes are empty and none can continue. */
ULong spy_lanes_merge(ULong (*idle_key)(UInt processor));

/* Drains a lane to its end, out of turn. */
void spy_lane_finish(UInt processor);
