/* spy_own_thread.h: a host thread of the tool's own, beside those of the program, and the lock for what only one of
 * them may use at a time: Valgrind's core, and tables that both change.
 *
 * The program's threads hold the lock whenever they are not in translated code; the tool's own thread takes it where
 * it needs the core. There is at most one such thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_OWN_THREAD_H
#define MEMSPY_SPY_OWN_THREAD_H

#include "memspy/core/spy_valgrind.h"

/* Processors of the host that this process may use. */
UInt spy_host_processors(void);

/* Starts the thread, which calls `run`. All signals are blocked in it. False: the host does not allow it. The caller
 * holds the lock from now on. */
Bool spy_own_thread_start(void (*run)(void));

/* Waits until `run` has returned and the host's thread is gone. */
void spy_own_thread_join(void);

/* In a child after fork, which does not have the thread. */
void spy_own_thread_forget(void);

/* Whether the thread runs; whether the caller is that thread. */
extern Bool spy_own_thread_runs;
Bool spy_own_thread_is_caller(void);

/* A thread of the program leaves translated code, or is about to wait no longer: takes the lock; enters it: gives the
 * lock back. Nothing happens while the tool has no thread. spy_core_is_held(): whether the program's threads have it.
 */
void spy_core_hold(void);
void spy_core_release(void);
Bool spy_core_is_held(void);

/* Around what needs the core where either thread may come by: the tool's own thread takes the lock, others have it.
 * May be nested. */
void spy_core_enter(void);
void spy_core_leave(void);

/* Waits while a word has a value, up to so many milliseconds (negative: for ever), or for no reason; wakes all threads
 * that wait for a change of a word. */
void spy_host_wait(volatile Int *word, Int value, Int ms);
void spy_host_wake(volatile Int *word);

#endif
