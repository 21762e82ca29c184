/* spy_trace_session.h: begins, pauses and ends the trace, with its files.
 *
 * A trace is open from the first spy_trace_begin() until spy_trace_finish(). While it is open and not paused,
 * `spy_trace.tracing` is true, and block runs that are collected (--collect-atstart, --toggle-collect) become events.
 * While it is paused, only changes of memory become events, and no time passes. Each spy_trace_begin() after the first
 * one adds events for the open calls of the threads.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call after options were parsed. */
void spy_trace_start(void);

/* Opens the trace, or continues it after a pause. Call between two references of the drain, or between two blocks of
 * the program after draining the queues. Returns False if the file cannot be written, in which case a message was
 * printed, or if the trace has already ended. */
Bool spy_trace_begin(void);

/* Pauses the trace. */
void spy_trace_pause(void);

/* Ends the trace, for a reason of bin_format.def, and gives the file its final name. Queues must be drained. If the
 * function is called within a drain, the trace pauses immediately, and ends after the drain. Without an open trace, the
 * function does nothing. If the file cannot be written, prints a message and returns False. */
Bool spy_trace_finish(const HChar *reason);

/* Returns whether the trace has ended, so that nothing is traced any more. */
Bool spy_trace_is_finished(void);

/* Call _exec() when the process is about to execute the program at a path (NULL: the path is unknown). It ends the
 * trace, unless exec will certainly fail. Call _forked() in a child after fork. The child has no trace, or a trace of
 * its own. */
void spy_trace_exec(const HChar *path);
void spy_trace_forked(void);

/* For spy_trace_control.c. Call after a drain: keeps the compressor within its limits, and ends the trace if that is
 * due. */
void spy_trace_check(void);
