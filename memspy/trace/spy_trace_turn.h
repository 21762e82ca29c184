/* spy_trace_turn.h: selects the processor and thread of the following events.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* Selects the thread whose records are drained next, and its processor. */
void spy_trace_turn(const spy_queue *queue);

/* Returns the selected queue, or NULL if none was selected yet, or since a fork. */
const spy_queue *spy_trace_turned(void);
void spy_trace_turn_forget(void);

/* Between _apart() and _together(), the drain processes the records of several processors one after the other, and
 * reports the times of their events. It processes each processor's records as far as they are known. Only block runs,
 * calls and returns may occur in between, and no spy_control_due(). */
void spy_trace_apart(void);
void spy_trace_turn_at(const spy_queue *queue, ULong key);
void spy_trace_together(void);

/* The first function adds events for the uncollected instructions of a processor. The second adds events for all
 * instructions of all processors so far. */
void spy_trace_emit_passed(spy_trace_processor *processor);
void spy_trace_settle(void);

/* Records that a processor was idle: for `collected` cycles with collection, and `others` cycles without
 * (spy_outside.h). Call it only if spy_control_counts_waits(). */
void spy_trace_idle(UInt processor, ULong collected, ULong others);

/* Call when a processor with a window waits for all its references so far. */
void spy_trace_fence(UInt processor);

/* Call when the account's counts were set to zero. */
void spy_trace_zero(void);
