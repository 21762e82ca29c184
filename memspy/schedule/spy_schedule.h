/* spy_schedule.h: which thread runs, and when it is another one's turn.
 *
 * While a process has one thread there is nothing to decide. With several, each thread belongs to a simulated
 * processor, and the next to run is always the current thread of the processor with the smallest clock whose lane
 * (record/spy_lane.h) is empty: it runs for a slice of --quantum cycles, which fills the lane again. A slice also ends
 * before a system call, so that threads wait for and wake each other in the order of their clocks.
 *
 * A thread that waits for another one (spy_futex.h), or for files, is not run until it is woken, at the clock of the
 * one that wakes it. A thread that the kernel keeps (spy_syscall_waits.h) sits out, and comes back at the clock of the
 * thread that let it go on. A thread whose call the kernel does not keep has its turn until the call has ended: what it
 * does to files happens in the order of the clocks.
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

#include "memspy/schedule/spy_thread.h"

/* Before options are parsed: asks the core to use our lock. */
void spy_schedule_prepare(void);

/* From now on threads take turns as they come; what they have recorded has been simulated. */
void spy_schedule_let_go(void);

/* ---- for the queues ---- */

/* The running thread's queue is full: its slice goes on or ends. */
void spy_schedule_full(ThreadId tid, void *guest);

/* The same where all of the slice is in the queue already. */
void spy_schedule_full_slice(ThreadId tid, void *guest);

/* The running thread, which records, is about to end its slice at an address. If it is still its turn, a new slice
 * begins there at once, and spy_turns says so: to leave translated code and come back takes some microseconds. */
void spy_schedule_turn(ThreadId tid, Addr at);

/* Drains what the running thread has recorded, out of turn: little is left when a slice has just ended. */
void spy_schedule_drain(ThreadId tid, const ULong *end);

/* Merges all that is recorded to its end. */
void spy_schedule_finish(void);

/* ---- for the threads' life ---- */

/* A thread is about to be made: what its parent has recorded has been drained, unless threads are merged by now. Its
 * host thread is known (then the caller calls spy_lock_newcomer()). It ends. */
void spy_schedule_create(ThreadId parent, ThreadId child);
void spy_schedule_created(ThreadId child, Int host_thread);
void spy_schedule_exit(ThreadId tid);

/* The only thread, of which all is drained, goes at once to the processor that it is to move to. */
void spy_schedule_go(ThreadId tid);

/* The process is ending: threads that wait are let go. */
void spy_schedule_end_all(void);

/* In a child after fork only the calling thread is left. */
void spy_schedule_forked(ThreadId tid);

/* ---- for the lock (spy_lock.c), and spy_news.h: all are called with the lock's own guard held but for
 * spy_schedule_choose() ---- */

/* A thread has come for the lock. */
void spy_schedule_arrive(ThreadId tid);

/* The thread that has the lock is about to give it back. Returns it; *host_thread: if the thread ends, its host thread;
 * else 0. */
ThreadId spy_schedule_leaving(Int *host_thread);

/* Whether the thread that has the lock keeps it although it is about to give it back: it makes a system call that soon
 * ends. Not if the core ends the process, which is looked for here. */
Bool spy_schedule_keeps(void);

/* Whether that call does not end: the thread has been seen asleep more than once since it began. */
Bool spy_schedule_should_let_go(void);

/* The thread that has the lock gives it back. Returns it. */
ThreadId spy_schedule_leave(void);

/* Simulates what can be simulated and returns the next thread; VG_INVALID_THREADID: none, as far as is known. Neither
 * the guard nor the lock is held. */
ThreadId spy_schedule_choose(void);

/* The thread gets the lock. */
void spy_schedule_grant(ThreadId tid);

/* Whether another host thread may run the code of a thread, which gets the lock: not if the core has something to do
 * for it, which looks for signals between slices. */
Bool spy_schedule_may_carry(ThreadId tid);

/* The thread has the lock, and the guard is not held any more: waits until a host thread that ended is gone. */
void spy_schedule_reap(void);

/* What a thread that waits for its turn is to look after, now and then: time-outs, signals, threads that do not come
 * back. Returns whether something has changed. `idle` says that the lock is free. */
Bool spy_schedule_tick(ThreadId tid, Bool idle);

#endif
