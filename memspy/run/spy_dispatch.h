/* spy_dispatch.h: M:1 dispatch: one host thread runs the translated code of all threads that take turns.
 *
 * Waking another host thread and sleeping takes longer than most slices of threads that synchronize. So when the slice
 * of a thread has ended, the thread, from the core's view, stays in translated code. Its host thread continues with the
 * code of the thread that has the next turn. Everything except translated code needs the thread's own host thread, for
 * example a system call, a signal, or the translation of new code. In these cases, the own host thread is woken, and
 * gets the reason why the code returned.
 *
 * The core's data on a thread of the program are in the thread's state, except in three cases. The owner of the lock is
 * identified by its host thread (core/spy_host_thread.h). A fault leaves translated code by a jump to the place where
 * the thread's host thread began to run the code. Signals are sent to the thread's host thread, which polls for them
 * between slices.
 *
 * The core runs a thread by one function, which is wrapped (run/spy_enter.c).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_core.h"

/* Returns whether M:1 dispatch is in use: threads take turns, everything is recorded, and no debugger is attached. */
Bool spy_dispatch_is_on(void);

/* Sets the function that the core calls before a thread runs translated code. */
void spy_dispatch_start(void (*begins)(ThreadId tid, ULong blocks));

/* Runs a thread. Has the arguments of the core's function. */
void spy_dispatch_run(HWord *result, void *guest, Addr code);
