/* spy_trace_turn.h: whose events come next: a turn of a processor and its thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_TURN_H
#define MEMSPY_SPY_TRACE_TURN_H

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* What is drained next is this thread's, on its processor. */
void spy_trace_turn(const spy_queue *queue);

/* The queue of that thread; NULL: nothing was drained yet, or since a fork, which forgets it. */
const spy_queue *spy_trace_turned(void);
void spy_trace_turn_forget(void);

/* Between apart and together the drain goes through several processors' records one after the other, each as far as it
 * can be foreseen, and says when their events are. Nothing else than runs of blocks, calls and returns is drained
 * there, and no spy_control_due() may come. */
void spy_trace_apart(void);
void spy_trace_turn_at(const spy_queue *queue, ULong key);
void spy_trace_together(void);

/* Instructions that passed on a processor without being collected become events; and all instructions of all processors
 * so far. */
void spy_trace_emit_passed(spy_trace_processor *processor);
void spy_trace_settle(void);

/* A processor had nothing to do for so many cycles, where waits count (spy_control_counts_waits()). */
void spy_trace_idle(UInt processor, ULong cycles);

/* The account's counts were set to zero. */
void spy_trace_zero(void);

#endif
