/* spy_schedule.h: chooses the thread that runs, and the length of its turn.
 *
 * With several threads, each belongs to a simulated processor. If the processor with the smallest clock has an empty
 * lane (record/spy_lane.h), its current thread runs next. The thread runs for a slice of --quantum cycles, which fills
 * the lane again. A slice also ends before a system call, so that threads wait for and wake each other in the order of
 * their clocks.
 *
 * A thread that waits for another one (spy_futex.h), or for files, does not run until it is woken, at the clock of the
 * waking thread. A thread that the kernel blocks (spy_syscall_waits.h) is skipped, and returns at the clock of the
 * thread that unblocked it. A thread whose call does not block keeps its turn until the call has ended, so that the
 * calls of different threads change files in the order of the clocks.
 *
 * Threads that share a processor take turns. The next one runs when the running one waits, yields or has used its time.
 * A switch costs --context-switch cycles.
 *
 * The choice depends only on clocks, the program's actions and external events, not on the host's time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* Call before options are parsed: makes the core use the tool's lock. */
void spy_schedule_prepare(void);

/* From now on, the core chooses the threads. Call after all records have been simulated. */
void spy_schedule_let_go(void);

/* ---- functions for the queues ---- */

/* Call when the running thread's queue is full: extends or ends the thread's slice. */
void spy_schedule_full(ThreadId tid, void *guest);

/* As spy_schedule_full(), but for a queue that contains the whole slice. */
void spy_schedule_full_slice(ThreadId tid, void *guest);

/* Call when the running thread, which records, is about to end its slice at address `at`. If the thread still has the
 * turn, starts a new slice at this address immediately, and updates spy_turns. So the thread does not leave and enter
 * translated code, which would take some microseconds. */
void spy_schedule_turn(ThreadId tid, Addr at);

/* Drains the running thread's queue up to `end`, without waiting for the thread's turns. If a slice has just ended,
 * only few records are left. */
void spy_schedule_drain(ThreadId tid, const ULong *end);

/* Merges all records of all threads. */
void spy_schedule_finish(void);

/* ---- functions for the life of threads ---- */

/* Call _create() before a thread is created. Unless threads already take turns, the parent's records must have been
 * drained. Call _created() when the new thread's host thread is known; afterwards, call spy_lock_newcomer(). Call
 * _exit() when a thread ends. */
void spy_schedule_create(ThreadId parent, ThreadId child);
void spy_schedule_created(ThreadId child, Int host_thread);
void spy_schedule_exit(ThreadId tid);

/* Moves the only thread, whose records must all be drained, to its target processor immediately. */
void spy_schedule_go(ThreadId tid);

/* Call when the process is ending: wakes waiting threads. */
void spy_schedule_end_all(void);

/* Call in a child after fork: the child has only the calling thread. */
void spy_schedule_forked(ThreadId tid);

/* ---- functions for the lock (spy_lock.c) and for spy_wake_ups.h: call all with the lock's guard held, except
 * spy_schedule_choose() ---- */

/* Call when a thread has come for the lock. */
void spy_schedule_arrive(ThreadId tid);

/* Call when the thread with the lock is about to release it. Returns that thread. If the thread ends, sets *host_thread
 * to its host thread, otherwise to 0. */
ThreadId spy_schedule_leaving(Int *host_thread);

/* Call when the thread with the lock is about to release it for a system call. Returns whether the thread keeps the
 * lock, since the call will end soon. If the core is ending the process, the thread does not keep the lock. */
Bool spy_schedule_keeps(void);

/* Call while a thread keeps the lock during a system call. Returns whether this call probably does not end soon: the
 * thread has been found asleep more than once since the call began. */
Bool spy_schedule_should_let_go(void);

/* Call when the thread with the lock releases it. Returns that thread. */
ThreadId spy_schedule_leave(void);

/* Simulates as many records as possible, and returns the next thread. Returns VG_INVALID_THREADID if no thread can be
 * chosen yet. Call without the guard and without the lock. */
ThreadId spy_schedule_choose(void);

/* Gives the lock to the thread. */
void spy_schedule_grant(ThreadId tid);

/* Returns whether another host thread can run the code of a thread that gets the lock. It cannot if the core must act
 * for the thread, for example poll its signals between slices. */
Bool spy_schedule_may_carry(ThreadId tid);

/* Waits until the kernel has removed a host thread that has ended. The thread with the lock calls this after it has
 * released the guard. */
void spy_schedule_reap(void);

/* Advances the clock of a processor to the clock `until`, at which its next thread can run. Counts the collected part of
 * this time as idle, unless a paused trace counts no waits. */
void spy_schedule_pass(UInt processor, ULong until);

/* Polls for time-outs, signals, and threads that do not return. A thread that waits for its turn calls this function.
 * `idle`: whether the lock is free. Returns whether anything has changed. */
Bool spy_schedule_tick(ThreadId tid, Bool idle);
