/* spy_own_thread.h: a host thread of the tool, and the lock of the data that it shares with the program's threads:
 * Valgrind's core, and tables that both change.
 *
 * The program's threads hold the lock whenever they are not in translated code; the tool's thread takes it when it
 * needs the core. There is at most one such thread.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The number of host processors that this process can use. */
UInt spy_host_processors(void);

/* Starts the thread, which calls `run` with all signals blocked. False: the host refused. The caller holds the lock
 * from here on. */
Bool spy_own_thread_start(void (*run)(void));

/* Waits until `run` has returned and the host thread has ended. */
void spy_own_thread_join(void);

/* Call in a child after fork, which does not have the thread. */
void spy_own_thread_forget(void);

/* Whether the thread runs; whether the caller is that thread. */
extern Bool spy_own_thread_runs;
Bool spy_own_thread_is_caller(void);

/* A thread of the program leaves translated code, or ends a wait: takes the lock; enters translated code: releases it.
 * No effect while the tool has no thread. spy_core_is_held(): whether the program's threads hold it. */
void spy_core_hold(void);
void spy_core_release(void);
Bool spy_core_is_held(void);

/* Enclose uses of the core in code that both threads run: the tool's thread takes the lock, others hold it already. Can
 * be nested. */
void spy_core_enter(void);
void spy_core_leave(void);

/* Waits while a word has a value, up to `ms` milliseconds (negative: without limit), with spurious returns; wakes all
 * threads that wait for a change of a word. */
void spy_host_wait(volatile Int *word, Int value, Int ms);
void spy_host_wake(volatile Int *word);
