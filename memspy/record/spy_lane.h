/* spy_lane.h: the lane of each simulated processor: the records of its current thread that are not simulated yet.
 *
 * A thread that only reads the same words again and again *spins*: it waits for a change of one of them. When another
 * processor stores to one of these words, the remaining records of the spinning thread are dropped, because the thread
 * continued to spin only until the end of its slice. A store to other bytes has no effect.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Call before lanes are used: makes the machine simulate hits that affect no other lane before their turn. This only
 * changes the speed. */
void spy_lanes_start(void);

/* Loads the lane of a processor, which must be empty, with a thread's records [at, end), which take `cycles` cycles.
 * `events`: some of the records can change the memory's layout. `traced`: the drain traces the records. */
void spy_lane_load(UInt processor, spy_queue *queue, const ULong *at, const ULong *end, ULong cycles, Bool events,
                   Bool traced);

/* Loads an empty lane with records that are drained at once, while no other lane has records. */
void spy_lane_pass(UInt processor, spy_queue *queue, const ULong *at, const ULong *end);

/* Call after a load if the first `words` words of the lane have already been drained. */
void spy_lane_skip(UInt processor, ULong words);

/* Extends a lane by the words that its thread recorded after the load, up to `end`. */
void spy_lane_extend(UInt processor, const ULong *end);

/* Whether a processor's lane is empty. */
Bool spy_lane_is_empty(UInt processor);

/* Whether the processor has ended the spinning of another processor's thread since the last call. */
Bool spy_lane_ended_waits(UInt processor);

/* Without simulation: returns how often the processor has read a word that another processor had stored. With
 * simulation, returns 0. */
ULong spy_lane_news(UInt processor);

/* Drops the words of a lane. */
void spy_lane_forget(UInt processor);

/* Call when tracing or counting begins (times 1) or pauses (times -1) while lanes are inside runs of blocks: adds or
 * removes the counts of the rest of each of those runs. Skips the lane of the queue `except` (NULL: skips none), for
 * which the caller does this. */
void spy_lanes_count_rests(const spy_queue *except, ULong times);

/* Records the exits of the current and the following runs of all lanes (spy_exit_note()). */
void spy_lanes_note(void);

/* Adds the counts of all runs of blocks that lanes have begun to the account. */
void spy_lanes_settle(void);

/* Returns the cycles of the instructions recorded in [at, end), without stalls. */
ULong spy_recorded_cycles(const ULong *at, const ULong *end);
