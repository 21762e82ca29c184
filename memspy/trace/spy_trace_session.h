/* spy_trace_session.h: begins, pauses and ends the trace, with its files.
 *
 * A trace is open from the first spy_trace_begin() until spy_trace_finish(). While it is open and not paused,
 * `spy_trace.tracing` is true, and runs of blocks that are collected (--collect-atstart, --toggle-collect) become
 * events. While it is paused, only changes of memory become events, and no time passes. Each spy_trace_begin() after
 * the first one adds events for the open calls of the threads.
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

/* Ends the trace, for a reason of bin_format.def: the file gets its name. Queues must be drained. If it is called
 * within a drain, the trace pauses immediately, and ends with the drain. Without an open trace it does nothing. Returns
 * False if the file could not be written: a message was printed. */
Bool spy_trace_finish(const HChar *reason);

/* Returns whether the trace has ended, so that nothing is traced any more. */
Bool spy_trace_is_finished(void);

/* _exec(): call when the process is about to execute the program at a path (NULL: unknown). Ends the trace, unless exec
 * will certainly fail. _forked(): call in a child after fork, which has no trace, or its own. */
void spy_trace_exec(const HChar *path);
void spy_trace_forked(void);

/* For spy_trace_control.c. Call after a drain: keeps the compressor within its limits, and ends the trace if that is
 * due. */
void spy_trace_check(void);
