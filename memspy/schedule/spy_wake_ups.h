/* spy_wake_ups.h: asynchronous wake-ups of threads. A thread is woken when it returns from the kernel, when its time is
 * up, or when signals or files change for external reasons.
 *
 * A thread that detects a wake-up only sets a mark. The thread that chooses the next thread to run handles the marks.
 * So only one thread at a time changes the other data of the schedule.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Marks a wake-up of a thread: `what` is one of SPY_WAKE_UPS_... (spy_thread-inl.h). */
void spy_wake_ups_note(ThreadId tid, UChar what);

/* Polls for time-outs, signals and a deadlock. `tid` is the calling thread, which waits for its turn. `idle`: whether
 * the lock is free. */
void spy_wake_ups_look(ThreadId tid, Bool idle);

/* Returns whether a waiting thread must check for the signals in a set (signal 1 is the lowest bit). It need not check
 * for signals that the program blocks in the thread. If it waits for files, it must check only for signals that it has
 * not seen. */
Bool spy_wake_ups_concerns(ThreadId tid, ULong signals);

/* Call when a thread has seen the signals `pending`, a set. A process-directed signal that `tid` blocks goes to the
 * first waiting thread that does not block it. */
void spy_wake_ups_tell_others(ThreadId tid, ULong pending);

/* Returns whether there are marks to handle. */
Bool spy_wake_ups_is_pending(void);

/* Wakes the marked threads, at the clock of the first processor. */
void spy_wake_ups_handle(void);

/* Call when thread `tid` waits for files and has an alarm, and no thread can run before this alarm. Before the alarm
 * rings, the function waits for external events for some host time. Returns whether to continue to wait. */
Bool spy_wake_ups_waits_outside(ThreadId tid);

/* Call _watch() before a thread waits for files, and _watched() after this wait. Call _forget() when no thread waits
 * for files. _is_watching() returns whether a thread waits for files, so that external events must be polled more
 * often. */
void spy_wake_ups_watch(ThreadId tid);
void spy_wake_ups_watched(ThreadId tid);
void spy_wake_ups_forget(void);
Bool spy_wake_ups_is_watching(void);

/* Returns the number of milliseconds until a thread's deadline, at most 1000, or -1 if it has no deadline. */
Int spy_wake_ups_patience(ThreadId tid);
