/* spy_wait.h: starts and ends the waits of threads for each other or for files.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* Makes the running thread wait until spy_schedule_wake(), its deadline, a signal, or the end of the process.
 * `deadline` is a time in ns of the monotonic clock that the program sees (spy_time.h); 0: no deadline. A thread that
 * runs alone must have a deadline, in simulated time; its processor is idle until then. */
void spy_schedule_wait(ThreadId tid, ULong deadline);

/* The next two functions are the two halves of spy_schedule_wait(), for threads that take turns. Between them, the
 * caller releases the lock and takes it again. */
void spy_schedule_wait_begin(ThreadId tid, ULong deadline);
void spy_schedule_wait_end(ThreadId tid);

/* As spy_schedule_wait(), but for a thread that waits for files in its current call (spy_syscall_begins()). Calls of
 * other threads end the wait by spy_schedule_recheck(); external events also end it. */
void spy_schedule_watch(ThreadId tid, ULong deadline);

/* Sets a new simulated time at which threads that wait for files check again whether to continue. At this time,
 * spy_schedule_watch() returns. */
void spy_schedule_watch_until(ULong deadline);

/* Wakes a thread at the clock of `waker`. If `waker` is VG_INVALID_THREADID, wakes it at the clock of the first
 * processor. Has no effect if the thread does not wait. */
void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker);

/* Call when `sender` has sent a signal to a host thread, or to the process (host_thread 0). Waiting threads check for
 * the signal. Threads in which the program blocks the signal check for it only if they wait for files. `signal` 0 means
 * that there is no signal. */
void spy_schedule_signalled(Int host_thread, UInt signal, ThreadId sender);

/* Makes a thread continue if it is blocked in the kernel. Call it before a signal is sent to the thread. */
void spy_schedule_signalling(ThreadId tid, ThreadId sender);

/* Calls `look` for each thread that is blocked in the kernel or waits for files; the threads for which it returns True
 * continue at the clock of `waker`. */
void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker);
