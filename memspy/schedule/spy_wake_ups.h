/* spy_wake_ups.h: asynchronous wake-ups of threads: they return from the kernel, their time is up, or signals and files
 * change from outside.
 *
 * A thread that detects one only marks it. The thread that decides on the next one handles the marks, so that all other
 * state is changed by one thread at a time.
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
Bool spy_wake_ups_has_come(void);

/* Wakes the marked threads, at the first clock. */
void spy_wake_ups_hear(void);

/* No thread could run except by the alarm of one that also waits for files: external events get host time until then.
 * Returns whether to wait on. */
Bool spy_wake_ups_waits_outside(ThreadId tid);

/* A thread is about to wait for files, or has waited; no thread waits for files. The last: whether one waits, so that
 * external events must be polled more often. */
void spy_wake_ups_watch(ThreadId tid);
void spy_wake_ups_watched(ThreadId tid);
void spy_wake_ups_forget(void);
Bool spy_wake_ups_is_watching(void);

/* Milliseconds until a thread's deadline, at most a second; -1: none. */
Int spy_wake_ups_patience(ThreadId tid);
