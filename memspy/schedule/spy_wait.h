/* spy_wait.h: waits of threads for each other or for files, and their ends.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* Makes the running thread wait until spy_schedule_wake(), its deadline, a signal, or the end of the process.
 * `deadline`: ns of the monotonic clock that the program sees (spy_time.h); 0: none. A thread that runs alone must have
 * a deadline, in simulated time; its processor is idle until then. */
void spy_schedule_wait(ThreadId tid, ULong deadline);

/* The two halves of spy_schedule_wait(), for threads that take turns, if the caller releases and retakes the lock in
 * between. */
void spy_schedule_wait_begin(ThreadId tid, ULong deadline);
void spy_schedule_wait_end(ThreadId tid);

/* As spy_schedule_wait(), for a thread that waits for files in its current call (spy_syscall_begins()): other threads'
 * calls end it, by spy_schedule_recheck(), and so do external events. */
void spy_schedule_watch(ThreadId tid, ULong deadline);

/* Threads that wait for files look again at a new, simulated time: spy_schedule_watch() returns then. */
void spy_schedule_watch_until(ULong deadline);

/* Wakes a thread at the clock of `waker`; VG_INVALID_THREADID: at the first processor's clock. No effect if it does not
 * wait. */
void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker);

/* `sender` sent a signal to a host thread, or to the process (0): waiting threads look for it; if the program blocks it
 * there, only those that wait for files. signal 0: none. */
void spy_schedule_signalled(Int host_thread, UInt signal, ThreadId sender);

/* Call before a signal is sent to a thread: if the thread is blocked in the kernel, it continues. */
void spy_schedule_signalling(ThreadId tid, ThreadId sender);

/* Calls `look` for each thread that is blocked in the kernel or waits for files; those for which it returns True
 * continue at the clock of `waker`. */
void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker);
