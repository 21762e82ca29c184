/* spy_trace_control.h: selects the references to trace.
 *
 * A reference is wanted if it is collected (--collect-atstart, --toggle-collect), tracing is switched on
 * (--trace-atstart, requests), and its thread is inside a function of --trace-function, if given. Of the wanted
 * references the first --trace-skip are skipped, and the next --trace-events, or those within --trace-time seconds, are
 * traced; then the trace is complete, its file is finished, and recording ends (spy_stop.h). All of this follows
 * exactly the order of the drain, which is that of the trace.
 *
 * While tracing is switched off, the trace is paused (spy_trace_session.h). A thread outside of the functions does not
 * affect the others' tracing: it has no events until it is inside again; then events report its open calls. Without
 * --simulate=no, collection is off for references that are not traced.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Call after options were parsed; and when the program is about to start: the trace begins if it starts with the
 * program. */
void spy_control_start(void);
void spy_control_begin(void);

/* Whether some of the collected references are not wanted. */
extern Bool spy_control_picks;

/* Whether the next run of a block in a queue, whose toggles were applied, is wanted, if spy_control_picks. */
Bool spy_control_wants(spy_queue *queue, const spy_exit *e);

/* The other input of that decision, besides the run and the queue's flow: with the same state, the same runs are
 * wanted. */
ULong spy_control_state(spy_queue *queue);

/* Whether idle time is part of the trace: not with --trace-function. */
Bool spy_control_counts_waits(void);

/* Whether threads' references may be in another order than that of the clocks: it was not forbidden, and does not
 * affect the selection. */
Bool spy_control_is_free(void);

/* Switches tracing on or off, in the order of the drain. */
void spy_control_switch(Bool on);

/* Sets spy_trace.left anew before a reference, when it is 0. The trace can begin, pause and finish there, between two
 * references. */
void spy_control_due(void);

/* Call after a drain: ends the trace if that is due, and keeps the compressor within its limits. */
void spy_control_look(void);

/* The program ends, or executes another one: if nothing has been traced, the trace is empty, and a message is printed.
 */
void spy_control_end(void);

/* In a child after fork: its trace, if it has one of its own, begins anew. */
void spy_control_forked(void);

/* Answers `memspy trace status`, start or stop, after the action. */
void spy_control_print(void);
