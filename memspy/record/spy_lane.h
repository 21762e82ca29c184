/* spy_lane.h: the lane of each simulated processor: what its current thread has recorded and is not simulated yet.
 *
 * A thread that only reads the same words again and again waits for one of them to change. What it has recorded of that
 * is given up when another one stores to such a word, but not when one stores beside it: it ran on only because its
 * slice was not over.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LANE_H
#define MEMSPY_SPY_LANE_H

#include "memspy/record/spy_queue.h"

/* Before lanes are used: hits that no other lane concerns are simulated out of turn, which changes nothing but the
 * speed. */
void spy_lanes_start(void);

/* Gives a processor's lane, which must be empty, what a thread has recorded: [at, end), of `cycles` cycles. `events`:
 * there may be some that change the memory's layout. */
void spy_lane_load(UInt processor, spy_queue *queue, const ULong *at, const ULong *end, ULong cycles, Bool events);

/* Words that the lane's thread recorded after the lane was loaded; the lane's words go on at `end`. */
void spy_lane_extend(UInt processor, const ULong *end);

/* Whether nothing is left in a processor's lane. */
Bool spy_lane_is_empty(UInt processor);

/* Whether the processor has ended another one's waiting since this was asked last. */
Bool spy_lane_ended_waits(UInt processor);

/* How often the processor has read what another one had stored since, where nothing is simulated; else 0. */
ULong spy_lane_news(UInt processor);

/* Throws a lane's words away. */
void spy_lane_forget(UInt processor);

/* Tracing or counting begins (times 1) or pauses (-1) while lanes stand within runs of blocks: the rest of those runs
 * counts, or does not any more; but for the lane of `except` (NULL: none), which counts for itself. */
void spy_lanes_count_rests(const spy_queue *except, ULong times);

/* Notes the exits of the runs of blocks that lanes are in or have not begun (spy_exit_note()). */
void spy_lanes_note(void);

/* Hands the counts of all runs of blocks that lanes have begun to the account. */
void spy_lanes_settle(void);

/* Cycles of the instructions recorded in [at, end), without stalls. */
ULong spy_recorded_cycles(const ULong *at, const ULong *end);

#endif
