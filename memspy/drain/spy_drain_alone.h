/* spy_drain_alone.h: the loops over recorded references.
 *
 * A thread alone is drained from front to end. When there are several, each processor has a lane: what its current
 * thread has recorded and is not simulated yet. Lanes are merged by clock, one reference at a time
 * (coherence/coh_order-inl.h), and each reference's stall goes to its processor's clock before the next is chosen.
 *
 * A plain hit to a line that no other lane touches may be simulated before its turn: coherence/coh_pending.h. So a lane
 * goes on through such hits, and only waits for its turn with all else; but never beyond the end of another lane,
 * behind which that one's thread may do anything, nor beyond a change of the memory's layout.
 *
 * A thread that only reads the same words again and again waits for one of them to change. What it has recorded of that
 * is given up when another one stores to such a word: it ran on only because its slice was not over.
 *
 * When a reference happens: an instruction's cycles pass before its references; what is left of a run of a block after
 * the last reference passes before the next block. An event happens when its thread has come to it. While the machine
 * stands still the cycles of instructions pass, without stalls: else a thread that spins would wait for ever.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_DRAIN_ALONE_H
#define MEMSPY_SPY_DRAIN_ALONE_H

#include "coherence/coh_order-inl.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_queue.h"

/* Drains [at, end) of a thread that is alone. */
void spy_drain_alone(spy_queue *queue, const ULong *at, const ULong *end);

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

/* Merges all lanes until the processor whose turn it is has an empty lane; `idle_key` tells when a processor with an
 * empty lane could go on, as a key, or COH_ORDER_NEVER. Returns its key, or COH_ORDER_NEVER when all lanes are empty
 * and none can go on. */
ULong spy_lanes_merge(ULong (*idle_key)(UInt processor));

/* Whether the processor has ended another one's waiting since this was asked last. */
Bool spy_lane_ended_waits(UInt processor);

/* How often the processor has read what another one had stored since, where nothing is simulated; else 0. */
ULong spy_lane_told(UInt processor);

/* Throws a lane's words away. */
void spy_lane_forget(UInt processor);

/* Tracing begins (times 1) or pauses (-1) while lanes stand within runs of blocks: the rest of those runs counts, or does
 * not any more. The lane of `except` (NULL: none) knows. */
void spy_lanes_count_rests(const spy_queue *except, ULong times);

/* The same of one run, from a reference on. */
void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times);

/* Drains one lane to its end, out of turn. */
void spy_lane_finish(UInt processor);

/* Hands the counts of all runs of blocks that lanes have begun to the account. */
void spy_lanes_settle(void);

/* Cycles of the instructions recorded in [at, end), without stalls. */
ULong spy_recorded_cycles(const ULong *at, const ULong *end);

#endif
