/* spy_trace_loop.h: a thread in a loop records the same blocks again and again: their runs are taken many at once.
 *
 * What is compared, and when: trace/trace_loop.h. A repetition begins and ends with the same instructions since the
 * last reference and the same calls, so that its events come from the same sources.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_LOOP_H
#define MEMSPY_SPY_TRACE_LOOP_H

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* The words [at, end) of the queue whose turn it is are drained next, nothing is simulated, and all runs are collected
 * unless spy_trace_loop_break() is called. */
void spy_trace_loop_begin(const ULong *at, const ULong *end);

/* The run of a block at `at` comes. Returns where to go on: there, or behind runs that became events and were counted.
 */
const ULong *spy_trace_loop_skip(spy_queue *queue, const ULong *at, ULong *packed);

static inline const ULong *spy_trace_loop_look(spy_queue *queue, const ULong *at, ULong *packed) {
  return trace_loop_is_due(&spy_trace.loop, (const uint64_t *)at) ? spy_trace_loop_skip(queue, at, packed) : at;
}

#endif
