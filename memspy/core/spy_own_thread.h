/* spy_own_thread.h: a host thread of the tool, and a lock. The lock protects the data that this thread shares with the
 * program's threads: those of Valgrind's core, and tables of the tool.
 *
 * The program's threads hold the lock whenever they are not in translated code; the tool's thread takes the lock when
 * it needs the core. There is at most one such thread.
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

/* Call in a child after fork: the child does not have the tool's thread. */
void spy_own_thread_forget(void);

/* spy_own_thread_runs: the tool's thread exists. The function returns whether the caller is this thread. */
extern Bool spy_own_thread_runs;
Bool spy_own_thread_is_caller(void);

/* The first function takes the lock. Call it when a thread of the program leaves translated code or ends a wait. The
 * second function releases the lock. Call it when the thread enters translated code. Both have no effect while the tool
 * has no thread. spy_core_is_held() returns whether the program's threads hold the lock. */
void spy_core_hold(void);
void spy_core_release(void);
Bool spy_core_is_held(void);

/* Call the next two functions before and after a use of the core, in code that the tool's thread and the program's
 * threads both run. In the tool's thread, they take and release the lock. In the program's threads, they do nothing,
 * since these threads already hold the lock. Calls can be nested. */
void spy_core_enter(void);
void spy_core_leave(void);

/* spy_host_wait() waits while a word has the given value, but at most `ms` milliseconds (negative: without limit). It
 * can return early. spy_host_wake() wakes all threads that wait for a change of a word. */
void spy_host_wait(volatile Int *word, Int value, Int ms);
void spy_host_wake(volatile Int *word);
