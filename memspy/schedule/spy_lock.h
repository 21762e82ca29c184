/* spy_lock.h: the lock that each host thread holds while it works, handed from one to the next as spy_schedule.c says.
 *
 * The core asks for it through a table of functions (spy_core.h). What the table's functions tell the scheduler, and
 * ask it, is here; all are called with the lock's own guard held but for spy_schedule_choose().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LOCK_H
#define MEMSPY_SPY_LOCK_H

#include "memspy/core/spy_core.h"

/* What a host thread needs while it waits for its turn. */
typedef struct {
  volatile Int turn; /* 1: has the lock */
  Int host_thread;   /* its id; 0: not known yet */
  Bool here;         /* in the lock's hands: waits for its turn, or has it */
} spy_seat;

/* Whether the core uses our lock. */
Bool spy_lock_is_used(void);

/* New host threads look again whether they are known. */
void spy_lock_newcomer(void);

/* ---- what the scheduler does for it ---- */

/* The core makes the lock, at the start and in a child after fork. */
void spy_schedule_reset(Int host_thread);

/* The thread of a host thread; VG_INVALID_THREADID: not known yet. */
ThreadId spy_schedule_thread_of(Int host_thread);

spy_seat *spy_schedule_seat(ThreadId tid);

/* A thread has come for the lock. */
void spy_schedule_arrive(ThreadId tid);

/* The thread that has the lock gives it back. Returns it. */
ThreadId spy_schedule_leave(void);

/* Simulates what can be simulated and says who is next; VG_INVALID_THREADID: nobody, as far as is known. The guard is
 * not held, but nobody has the lock. */
ThreadId spy_schedule_choose(void);

/* Threads have arrived that the last choice did not know of. */
Bool spy_schedule_has_news(void);

/* The thread gets the lock. */
void spy_schedule_grant(ThreadId tid);

/* The thread has the lock, and the guard is not held any more: waits until a host thread that ended is gone. */
void spy_schedule_reap(void);

/* What a thread that waits for its turn is to look after, now and then: time-outs, signals, threads that do not come
 * back. Returns whether something has changed. `idle` says that nobody has the lock. */
Bool spy_schedule_tick(ThreadId tid, Bool idle);

/* Milliseconds until a thread's deadline; -1: none. */
Int spy_schedule_patience(ThreadId tid);

#endif
