/* spy_own_thread.h: a host thread of the tool, and the lock of the data that it shares with the program's threads:
 * Valgrind's core, and tables that both change.
 *
 * The program's threads hold the lock whenever they are not in translated code; the tool's thread takes it when it
 * needs the core. There is at most one such thread.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns the number of host processors that this process can use. */
UInt spy_host_processors(void);

/* Starts the thread. It calls `run`, with all signals blocked. Returns False if the host refused. From now on, the
 * caller holds the lock. */
Bool spy_own_thread_start(void (*run)(void));

/* Waits until `run` has returned and the host thread has ended. */
void spy_own_thread_join(void);

/* Call in a child after fork: the child does not have the thread. */
void spy_own_thread_forget(void);

/* spy_own_thread_runs: the thread exists. The function returns whether the caller is this thread. */
extern Bool spy_own_thread_runs;
Bool spy_own_thread_is_caller(void);

/* Take the lock when a thread of the program leaves translated code or ends a wait; release it when it enters
 * translated code. Both have no effect while the tool has no thread. spy_core_is_held(): whether the program's threads
 * hold the lock. */
void spy_core_hold(void);
void spy_core_release(void);
Bool spy_core_is_held(void);

/* Call before and after a use of the core in code that both the tool's thread and the program's threads run. The tool's
 * thread takes and releases the lock; the program's threads already hold it. Calls can be nested. */
void spy_core_enter(void);
void spy_core_leave(void);

/* spy_host_wait() waits while a word has a value, for at most `ms` milliseconds (negative: without limit); it can
 * return early. spy_host_wake() wakes all threads that wait for a change of a word. */
void spy_host_wait(volatile Int *word, Int value, Int ms);
void spy_host_wake(volatile Int *word);
