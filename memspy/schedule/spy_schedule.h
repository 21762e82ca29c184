/* spy_schedule.h: chooses the thread that runs, and the length of its turn.
 *
 * With several threads, each belongs to a simulated processor. The next to run is always the current thread of the
 * processor with the smallest clock whose lane (record/spy_lane.h) is empty: it runs for a slice of --quantum cycles,
 * which fills the lane again. A slice also ends before a system call, so that threads wait for and wake each other in
 * the order of their clocks.
 *
 * A thread that waits for another one (spy_futex.h), or for files, does not run until it is woken, at the clock of the
 * waking thread. A thread that the kernel blocks (spy_syscall_waits.h) is skipped, and returns at the clock of the
 * thread that unblocked it. A thread whose call does not block keeps its turn until the call has ended: its effects on
 * files are in the order of the clocks.
 *
 * Threads that share a processor take turns: when the running one waits, yields or has used its time. A switch costs
 * --context-switch cycles.
 *
 * All of it depends on clocks and the program's actions, not on the host's time, except for external events.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* Call before options are parsed: makes the core use the tool's lock. */
void spy_schedule_prepare(void);

/* From now on the core chooses the threads; all records have been simulated. */
void spy_schedule_let_go(void);

/* ---- for the queues ---- */

/* The running thread's queue is full: extends or ends its slice. */
void spy_schedule_full(ThreadId tid, void *guest);

/* As spy_schedule_full(), if the whole slice is in the queue. */
void spy_schedule_full_slice(ThreadId tid, void *guest);

/* The running thread, which records, is about to end its slice at an address. If it still has the turn, starts a new
 * slice there at once, and sets spy_turns accordingly, since leaving and entering translated code takes some
 * microseconds. */
void spy_schedule_turn(ThreadId tid, Addr at);

/* Drains the running thread's queue out of turn; little is left if a slice has just ended. */
void spy_schedule_drain(ThreadId tid, const ULong *end);

/* Merges all records to their end. */
void spy_schedule_finish(void);

/* ---- for the threads' life ---- */

/* A thread is about to be created: its parent's records have been drained, unless threads are merged already. The
 * second: its host thread is known (then the caller calls spy_lock_newcomer()). The third: it ends. */
void spy_schedule_create(ThreadId parent, ThreadId child);
void spy_schedule_created(ThreadId child, Int host_thread);
void spy_schedule_exit(ThreadId tid);

/* Moves the only thread, whose records are all drained, to its target processor at once. */
void spy_schedule_go(ThreadId tid);

/* The process is ending: wakes waiting threads. */
void spy_schedule_end_all(void);

/* In a child after fork, which only has the calling thread. */
void spy_schedule_forked(ThreadId tid);

/* ---- for the lock (spy_lock.c), and spy_wake_ups.h: all are called with the lock's own guard held but for
 * spy_schedule_choose() ---- */

/* A thread has come for the lock. */
void spy_schedule_arrive(ThreadId tid);

/* The thread with the lock is about to release it. Returns it; *host_thread: if the thread ends, its host thread; else
 * 0. */
ThreadId spy_schedule_leaving(Int *host_thread);

/* Whether the thread with the lock keeps it although it is about to release it, for a system call that ends soon.
 * Detects here whether the core ends the process; then not. */
Bool spy_schedule_keeps(void);

/* Whether that call does not end: the thread has been seen asleep more than once since it began. */
Bool spy_schedule_should_let_go(void);

/* The thread with the lock releases it. Returns it. */
ThreadId spy_schedule_leave(void);

/* Simulates as far as possible and returns the next thread; VG_INVALID_THREADID: none as far as known. Neither the
 * guard nor the lock is held. */
ThreadId spy_schedule_choose(void);

/* Gives the lock to the thread. */
void spy_schedule_grant(ThreadId tid);

/* Whether another host thread can run the code of a thread that gets the lock: not if the core must do something for
 * it, for example look for signals between slices. */
Bool spy_schedule_may_carry(ThreadId tid);

/* After the guard was released, by the thread with the lock: waits until a host thread that ended is gone. */
void spy_schedule_reap(void);

/* Polls for a thread that waits for its turn: time-outs, signals, threads that do not return. Returns whether something
 * has changed. `idle`: the lock is free. */
Bool spy_schedule_tick(ThreadId tid, Bool idle);
