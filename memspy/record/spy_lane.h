/* spy_lane.h: the lane of each simulated processor: the records of its current thread that are not simulated yet.
 *
 * A thread that only reads the same words again and again spins: it waits for a change of one of them. When another
 * processor stores to one of these bytes, the rest of the spinning thread's records is dropped, since the thread only
 * continued because its slice was not over. A store to other bytes has no effect.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Call before lanes are used: makes the machine simulate hits that no other lane affects out of turn, which only
 * changes the speed. */
void spy_lanes_start(void);

/* Loads a processor's lane, which must be empty, with a thread's records [at, end), which take `cycles` cycles.
 * `events`: some records may change the memory's layout. */
void spy_lane_load(UInt processor, spy_queue *queue, const ULong *at, const ULong *end, ULong cycles, Bool events);

/* Extends a lane by the words that its thread recorded after the load, up to `end`. */
void spy_lane_extend(UInt processor, const ULong *end);

/* Whether a processor's lane is empty. */
Bool spy_lane_is_empty(UInt processor);

/* Whether the processor has ended another one's spinning since the last call. */
Bool spy_lane_ended_waits(UInt processor);

/* Without simulation: how often the processor has read a word that another one had stored; else 0. */
ULong spy_lane_news(UInt processor);

/* Drops a lane's words. */
void spy_lane_forget(UInt processor);

/* Call when tracing or counting begins (times 1) or pauses (times -1) while lanes are inside runs of blocks: adds or
 * removes the counts of the rests of those runs. Skips the lane of the queue `except` (NULL: none), which does this
 * itself. */
void spy_lanes_count_rests(const spy_queue *except, ULong times);

/* Records the exits of the current and following runs of lanes (spy_exit_note()). */
void spy_lanes_note(void);

/* Adds the counts of all runs of blocks that lanes have begun to the account. */
void spy_lanes_settle(void);

/* The cycles of the instructions recorded in [at, end), without stalls. */
ULong spy_recorded_cycles(const ULong *at, const ULong *end);
