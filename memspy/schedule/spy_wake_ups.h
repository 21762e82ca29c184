/* spy_wake_ups.h: asynchronous wake-ups of threads. A thread is woken when it returns from the kernel, when its time is
 * up, or when signals or files change for external reasons.
 *
 * A thread that detects a wake-up only marks it. The thread that chooses the next thread to run handles the marks. So
 * only one thread at a time changes all other state.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Marks a wake-up of a thread, one of SPY_WAKE_UPS_... (spy_thread-inl.h). */
void spy_wake_ups_note(ThreadId tid, UChar what);

/* Polls for a thread that waits for its turn: time-outs, signals, deadlock. `idle`: the lock is free. */
void spy_wake_ups_look(ThreadId tid, Bool idle);

/* Whether a waiting thread must look for signals (a bit each, the lowest for 1): not if the program blocks them there;
 * if it waits for files, only for signals that it has not seen. */
Bool spy_wake_ups_concerns(ThreadId tid, ULong signals);

/* `pending`, a bit each, are the signals that a thread has seen. A process-directed signal that `tid` blocks goes to
 * the first waiting thread that does not block it. */
void spy_wake_ups_tell_others(ThreadId tid, ULong pending);

/* Whether there are marks to handle. */
Bool spy_wake_ups_is_pending(void);

/* Wakes the marked threads, at the first clock. */
void spy_wake_ups_handle(void);

/* Call when no thread can run before the alarm of thread `tid`, which also waits for files: waits some host time for
 * external events before the alarm. Returns whether to wait on. */
Bool spy_wake_ups_waits_outside(ThreadId tid);

/* The first: call before a thread waits for files. The second: call after that. The third: call when no thread waits
 * for files. The last: whether a thread waits for files, so that external events must be polled more often. */
void spy_wake_ups_watch(ThreadId tid);
void spy_wake_ups_watched(ThreadId tid);
void spy_wake_ups_forget(void);
Bool spy_wake_ups_is_watching(void);

/* Milliseconds until a thread's deadline, at most a second; -1: none. */
Int spy_wake_ups_patience(ThreadId tid);
