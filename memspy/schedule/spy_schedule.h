/* spy_schedule.h: which thread runs, and when it is another one's turn.
 *
 * While a process has one thread there is nothing to decide. With several, each thread belongs to a simulated
 * processor, and the next to run is always the current thread of the processor with the smallest clock whose lane
 * (spy_drain.h) is empty: it runs for a slice of --quantum cycles, which fills the lane again. A slice also ends before
 * a system call, so that threads wait for and wake each other in the order of their clocks.
 *
 * A thread that waits for another one (spy_futex.h) is not run until it is woken, at the clock of the one that wakes it.
 * A thread that the kernel keeps (spy_kernel.h) sits out, and comes back at the clock of whoever let it go on.
 *
 * Threads that share a processor take turns: when the one that runs waits, yields or has had its time. A switch
 * costs --context-switch cycles.
 *
 * All of it depends on clocks and on what the program does, never on the host's time; but for what comes from outside.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SCHEDULE_H
#define MEMSPY_SPY_SCHEDULE_H

#include "memspy/record/spy_queue.h"

/* Before options are parsed: asks the core to use our lock. */
void spy_schedule_prepare(void);

/* After options: whether the core does. If not, threads run in the core's own slices. */
Bool spy_schedule_is_exact(void);

/* Whether there are several threads, and we choose among them: by their clocks; or as they come. */
Bool spy_schedule_is_merging(void);
Bool spy_schedule_is_free(void);

/* From now on threads take turns as they come; what they have recorded has been simulated. */
void spy_schedule_let_go(void);

/* ---- for the queues ---- */

/* Words that a thread may record at first in a slice. */
ULong spy_schedule_words(const spy_queue *queue);

/* The processor of a thread. */
UInt spy_schedule_processor(ThreadId tid);

/* The running thread's queue is full: its slice goes on or ends. */
void spy_schedule_full(ThreadId tid, void *guest);

/* Drains what the running thread has recorded, out of turn: little is left when a slice has just ended. */
void spy_schedule_drain(ThreadId tid, const ULong *end);

/* Merges all that is recorded to its end. */
void spy_schedule_finish(void);

/* Whether a block that is not translated any more may still stand in a lane; `loads` is what spy_schedule_loads() said
 * when it was thrown away. */
ULong spy_schedule_loads(void);
Bool spy_schedule_may_hold(ULong loads);

/* ---- for the threads' life ---- */

/* A thread is about to be made; its host thread is known; it ends. `last_call` is its last system call. */
void spy_schedule_create(ThreadId parent, ThreadId child);
void spy_schedule_created(ThreadId child, Int host_thread);
void spy_schedule_exit(ThreadId tid, Bool by_itself);

/* A thread runs the program's code. */
void spy_schedule_ran(void);

/* The process is ending: who waits is let go. */
void spy_schedule_end_all(void);

/* In a child after fork only the calling thread is left. */
void spy_schedule_forked(ThreadId tid);

/* ---- for system calls ---- */

/* The clock of a thread's processor. */
ULong spy_schedule_now(ThreadId tid);

/* The running thread waits until spy_schedule_wake(); returns then, or when the process ends. `deadline` is in
 * nanoseconds of the host's monotonic clock, 0: none; interruptible by signals. */
void spy_schedule_wait(ThreadId tid, ULong deadline);

/* Why a wait ended. */
typedef enum { SPY_WOKEN, SPY_TIMED_OUT, SPY_INTERRUPTED } spy_wake;
spy_wake spy_schedule_woken(ThreadId tid);

/* Lets a thread go on, at the clock of `waker`; VG_INVALID_THREADID: of whoever is first. Nothing happens if it does
 * not wait. */
void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker);

/* A signal was sent to a thread of the host, or to the process (0), by `sender`: threads that wait look for it. */
void spy_schedule_signalled(Int host_thread, ThreadId sender);

/* A signal is about to be sent to a thread of the host: one that the kernel keeps goes on. */
void spy_schedule_signalling(Int host_thread, ThreadId sender);

/* The running thread lets others of its processor go first. */
void spy_schedule_yield(ThreadId tid);

/* Moves the running thread to another processor when its slice is over; where it is then. */
void spy_schedule_move(ThreadId tid, UInt processor);
UInt spy_schedule_target(ThreadId tid);

/* Threads that the kernel keeps: calls `look` for each; those for which it says so are expected back at the clock of
 * `waker`. */
void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker);

#endif
