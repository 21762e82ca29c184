/* spy_trace_control.h: selects the references to trace.
 *
 * A reference is wanted if it is collected (--collect-atstart, --toggle-collect), tracing is switched on
 * (--trace-atstart, requests), and its thread is inside a function of --trace-function, if given. The first
 * --trace-skip wanted references are skipped. The next --trace-events wanted references, or those within --trace-time
 * seconds, are traced. Then the trace is complete, its file is finished, and recording ends (spy_stop.h).
 * The selection follows exactly the order of the drain, which is also the order of the trace.
 *
 * While tracing is switched off, the trace is paused (spy_trace_session.h). A thread outside of the functions of
 * --trace-function does not affect the tracing of other threads. It has no events until it is inside one of these
 * functions again; then events report its open calls. Without --simulate=no, collection is off for references that are
 * not traced.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Call _start() after options were parsed. Call _begin() when the program is about to start: the trace begins there if
 * it starts with the program. */
void spy_control_start(void);
void spy_control_begin(void);

/* Whether some of the collected references are not wanted. */
extern Bool spy_control_picks;

/* If spy_control_picks is true: returns whether the next block run in a queue is wanted. The toggles of the run must
 * have been applied. */
Bool spy_control_wants(spy_queue *queue, const spy_exit *e);

/* The result of spy_control_wants() depends on the block run, the queue's flow and a further state. Returns a number
 * for this state. With the same state, the same block runs are wanted. */
ULong spy_control_state(spy_queue *queue);

/* Returns whether idle time is part of the trace. With --trace-function, it is not. */
Bool spy_control_counts_waits(void);

/* Returns whether the references of different threads may be in another order than that of the clocks. They may if the
 * user has not forbidden it, and if the order does not affect the selection. */
Bool spy_control_is_free(void);

/* Switches tracing on or off, in the order of the drain. */
void spy_control_switch(Bool on);

/* Call before a reference when spy_trace.left is 0. Sets spy_trace.left again. The trace can begin, pause or end at
 * this call, between two references. */
void spy_control_due(void);

/* Call after a drain: if the end of the trace is due, ends it. Also keeps the compressor within its limits. */
void spy_control_look(void);

/* Call when the program ends, or executes another one. If nothing was traced, the trace is empty, and a message is
 * printed.
 */
void spy_control_end(void);

/* Call in a child after fork. If the child has a trace of its own, that trace begins anew. */
void spy_control_forked(void);

/* Prints the answer to `memspy trace status`, `memspy trace start` or `memspy trace stop`, after the action. */
void spy_control_print(void);
