/* spy_wait.h: threads that wait for each other or for files, and what lets them go on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_WAIT_H
#define MEMSPY_SPY_WAIT_H

#include "memspy/schedule/spy_thread.h"

/* The running thread waits until spy_schedule_wake(); returns then, or when the process ends. `deadline` is in
 * nanoseconds of the monotonic clock that the program sees (spy_time.h), 0: none; interruptible by signals. A thread
 * alone must have one, of simulated time, and the processor is idle until then. */
void spy_schedule_wait(ThreadId tid, ULong deadline);

/* The two halves of that, of threads that take turns, for a caller that gives the lock back, and has it again, in
 * between. */
void spy_schedule_wait_begin(ThreadId tid, ULong deadline);
void spy_schedule_wait_end(ThreadId tid);

/* The same, where the thread waits for files in the call that it is in (spy_syscall_begins()): other threads' calls end
 * it, as spy_schedule_recheck() finds out, and so does what comes from outside. */
void spy_schedule_watch(ThreadId tid, ULong deadline);

/* Threads that wait for files look again at a time that is new, in simulated time: spy_schedule_watch() returns then.
 */
void spy_schedule_watch_until(ULong deadline);

/* Lets a thread go on, at the clock of `waker`; VG_INVALID_THREADID: of the processor that is first. Nothing happens if
 * it does not wait. */
void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker);

/* A signal was sent to a thread of the host, or to the process (0), by `sender`: threads that wait look for it; if
 * the program blocks it there, only those that wait for files. 0: there was none to send. */
void spy_schedule_signalled(Int host_thread, UInt signal, ThreadId sender);

/* A signal is about to be sent to a thread: one that the kernel keeps goes on. */
void spy_schedule_signalling(ThreadId tid, ThreadId sender);

/* Threads that the kernel keeps, and those that wait for files: calls `look` for each; those for which it says so go on
 * at the clock of `waker`. */
void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker);

#endif
