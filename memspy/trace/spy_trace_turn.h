/* spy_trace_turn.h: selects the processor and thread of the following events.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* Selects the thread whose records are drained next, and its processor. */
void spy_trace_turn(const spy_queue *queue);

/* Returns the selected queue; NULL: none was selected yet, or since a fork. */
const spy_queue *spy_trace_turned(void);
void spy_trace_turn_forget(void);

/* Between _apart() and _together(), the drain processes the records of several processors one after the other, each as
 * far as it can be foreseen, and reports the times of their events. Only runs of blocks, calls and returns may occur
 * there, and no spy_control_due(). */
void spy_trace_apart(void);
void spy_trace_turn_at(const spy_queue *queue, ULong key);
void spy_trace_together(void);

/* _emit_passed() adds events for the uncollected instructions of a processor. _settle() adds events for all
 * instructions of all processors so far. */
void spy_trace_emit_passed(spy_trace_processor *processor);
void spy_trace_settle(void);

/* Call when a processor was idle for some cycles, if waits count (spy_control_counts_waits()). */
void spy_trace_idle(UInt processor, ULong cycles);

/* A processor with a window waits for all its references so far. */
void spy_trace_fence(UInt processor);

/* The account's counts were set to zero. */
void spy_trace_zero(void);
