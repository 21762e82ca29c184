/* spy_trace_session.h: the trace's beginning, pauses and end, and its files.
 *
 * A trace is open from the first spy_trace_begin() until spy_trace_finish(). While it is open and not paused,
 * `spy_trace.tracing` is true, and runs of blocks that are collected (--collect-atstart, --toggle-collect) become
 * events. While it is paused, only changes of memory do, without time. Each begin after the first says where the
 * threads' calls stand by then.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_SESSION_H
#define MEMSPY_SPY_TRACE_SESSION_H

#include "memspy/core/spy_valgrind.h"

/* After options. */
void spy_trace_start(void);

/* Opens the trace, or goes on after a pause. To be called between two references of the drain or between two blocks of
 * the program; in the latter case what is queued is to be drained before. False: the file cannot be written, and a
 * message says so; or the trace is finished already. */
Bool spy_trace_begin(void);

/* From now on references are no events. */
void spy_trace_pause(void);

/* Ends the trace, for a reason of bin_format.def: the file gets its name. What is queued is to be drained before.
 * Within a drain the trace is paused at once, and ends with the drain. Without an open trace nothing happens. False:
 * the file could not be written, and a message says so. */
Bool spy_trace_finish(const HChar *reason);

/* The trace has been finished: nothing will be traced any more. */
Bool spy_trace_is_finished(void);

/* The process is about to become the program of a path (NULL: unknown): the trace is finished, unless that will fail;
 * and: it is a child after fork, whose trace is none or its own. */
void spy_trace_exec(const HChar *path);
void spy_trace_forked(void);

/* For spy_trace_control.c, after a drain: keeps the compressor within its bounds, and ends the trace if that is due. */
void spy_trace_check(void);

#endif
