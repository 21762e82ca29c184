/* spy_trace_loop.h: compresses many repetitions of a loop's blocks at once.
 *
 * trace/trace_loop.h describes the comparison. A repetition begins and ends with the same instructions since the last
 * reference and the same calls, so that its events have the same sources.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* The words [at, end) of the turn's queue are drained next, without simulation, and all runs are collected unless
 * spy_trace_loop_break() is called. */
void spy_trace_loop_begin(const ULong *at, const ULong *end);

/* Call before the run of a block at `at`. Returns the position to continue: there, or after runs that were compressed
 * and counted. */
const ULong *spy_trace_loop_skip(spy_queue *queue, const ULong *at, ULong *packed);

static inline const ULong *spy_trace_loop_look(spy_queue *queue, const ULong *at, ULong *packed) {
  return trace_loop_is_due(&spy_trace.loop, (const uint64_t *)at) ? spy_trace_loop_skip(queue, at, packed) : at;
}
