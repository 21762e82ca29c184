/* spy_dispatch.h: M:1 dispatch: one host thread runs the translated code of all threads that take turns.
 *
 * Waking another host thread and sleeping takes longer than most slices of threads that synchronize. So a thread whose
 * slice is over stays in translated code, from the core's view, and its host thread continues with the code of the
 * thread with the next turn. Everything other than code, such as a system call, a signal, or code that is not
 * translated yet, is left to the thread's own host thread, which is woken with the reason of the return.
 *
 * The core's data on a thread of the program are in its state, with three exceptions: the lock has an owner, which
 * identifies itself by its host thread (core/spy_host_thread.h); a fault leaves translated code by a jump to the place
 * where that host thread began to run it; and signals are sent to that one, which looks for them between slices.
 *
 * The core runs a thread by one function, which is wrapped (run/spy_enter.c).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_core.h"

/* Whether M:1 dispatch is in use: threads take turns, all is recorded, no debugger is attached, and the tool has no
 * thread of its own. */
Bool spy_dispatch_is_on(void);

/* Sets the functions that the core calls before a thread runs translated code, and after. */
void spy_dispatch_start(void (*begins)(ThreadId tid, ULong blocks), void (*ends)(ThreadId tid, ULong blocks));

/* Runs a thread, with the arguments of the core's function. */
void spy_dispatch_run(HWord *result, void *guest, Addr code);
