/* spy_trace_loop.h: compresses many repetitions of a loop's blocks at once.
 *
 * trace/trace_loop.h describes the comparison. At the start and at the end of a repetition, the number of instructions
 * since the last reference and the open calls must be the same, so that the events of all repetitions have the same
 * sources.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* Call before the words [at, end) of the turn's queue are drained without simulation. If not all of the block runs are
 * collected, spy_trace_loop_break() must be called. */
void spy_trace_loop_begin(const ULong *at, const ULong *end);

/* Call before the block run at `at`. Returns the position at which to continue. This is `at`, or the position after
 * block runs that were compressed and counted. */
const ULong *spy_trace_loop_skip(spy_queue *queue, const ULong *at, ULong *packed);

static inline const ULong *spy_trace_loop_look(spy_queue *queue, const ULong *at, ULong *packed) {
  return trace_loop_is_due(&spy_trace.loop, (const uint64_t *)at) ? spy_trace_loop_skip(queue, at, packed) : at;
}
