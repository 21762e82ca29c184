/* spy_trace_control.h: what of a program is traced, and when.
 *
 * A reference is wanted if it is collected (--collect-atstart, --toggle-collect), tracing is switched on
 * (--trace-atstart, requests), and its thread is inside a function of --trace-function, if there are any. Of the wanted
 * references the first --trace-skip are passed over, and as many as --trace-events says are traced, or as come within
 * --trace-time seconds; then the trace is complete, its file is finished, and recording ends (spy_stop.h). All that in
 * the order of the drain, which is that of the trace, and exactly.
 *
 * While tracing is switched off the trace is paused (spy_trace_session.h). A thread that is outside does not end the
 * others' tracing: it has no events, until it is inside again; then events say where its calls stand. Without
 * --simulate=no the simulated machine stands still for what is not traced.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_CONTROL_H
#define MEMSPY_SPY_TRACE_CONTROL_H

#include "memspy/record/spy_queue.h"

/* After options; and when the program is about to start: the trace begins if it does so with the program. */
void spy_control_start(void);
void spy_control_begin(void);

/* Whether some of what is collected is not wanted. */
extern Bool spy_control_picks;

/* Whether the next run of a block in a queue, whose toggles were looked at, is wanted; where some is not. */
Bool spy_control_wants(spy_queue *queue, const spy_exit *e);

/* What else than the run and the queue's flow decides that: with the same state, the same runs are wanted. */
ULong spy_control_state(spy_queue *queue);

/* Whether the time that processors wait is part of the trace: not where functions are. */
Bool spy_control_counts_waits(void);

/* Whether threads' references may come in another order than that of the clocks: it was not forbidden, and decides not
 * what becomes part of the trace. */
Bool spy_control_is_free(void);

/* Tracing is switched on or off, in the order of the drain. */
void spy_control_switch(Bool on);

/* A reference comes, and spy_trace.left is 0: sets it anew. The trace may begin, pause and finish there, between two
 * references, and so exactly. */
void spy_control_due(void);

/* A drain is over: ends the trace if that is due, and keeps the compressor within its bounds. */
void spy_control_look(void);

/* The program ends, or becomes another one: if nothing has been traced, the trace is empty, and a message says so. */
void spy_control_end(void);

/* A child after fork: its trace, if it has one of its own, begins anew. */
void spy_control_forked(void);

/* Answers `memspy trace status`, or start or stop, which has been done. */
void spy_control_print(void);

#endif
