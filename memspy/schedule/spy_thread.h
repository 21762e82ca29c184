/* spy_thread.h: threads and the simulated processors that they are on. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_THREAD_H
#define MEMSPY_SPY_THREAD_H

#include "memspy/core/spy_valgrind.h"

/* Whether there are several threads, and the tool chooses among them: by their clocks; or as they come. */
Bool spy_schedule_is_merging(void);
Bool spy_schedule_is_free(void);

/* The processor of a thread. */
UInt spy_schedule_processor(ThreadId tid);

/* The clock of a thread's processor. */
ULong spy_schedule_now(ThreadId tid);

/* Why a wait ended: another thread ended it, its time is up, a signal came, or all threads wait for each other and this
 * one is to report that. */
typedef enum { SPY_WOKEN, SPY_TIMED_OUT, SPY_INTERRUPTED, SPY_STUCK } spy_wake;
spy_wake spy_schedule_woken(ThreadId tid);

/* Binds a thread to a set of processors, a bit each, not empty, as threads that it makes later: unless it is on one of
 * them, it goes to the first one when its slice is over. The set: all processors, if it was never bound. Where it is
 * then. */
void spy_schedule_allow(ThreadId tid, ULong processors);
ULong spy_schedule_allowed(ThreadId tid);
UInt spy_schedule_target(ThreadId tid);

/* What translated code looks at (translate/spy_turn.c); the schedule writes it. */
typedef struct {
  UInt keep;    /* of the event counter before a system call: all bits, or none, which ends the slice, */
  UInt atomics; /* 1: the slice ends before a block with atomic instructions, */
  ULong at;     /* unless the call or block is here: the running thread was let go on there */
} spy_turn;
extern spy_turn spy_turns;

/* What a host thread needs while it waits for its turn. */
typedef struct {
  volatile Int turn; /* 1: has the lock */
  Int host_thread;   /* its id; 0: not known yet */
  UInt moves;        /* of all threads from processor to processor of the host that it has made, too (spy_gather.c) */
  Bool sleeps;       /* waits for its turn */
  Bool here;         /* in the lock's hands: waits for its turn, or has it */
  Bool in_code;      /* its host thread is in spy_carry_run(): if it waits there, another can go on with its code */
  Bool in_call;      /* it waits there in a call that the tool answers */
  Bool faults;       /* it left translated code by a fault, and the core gives the lock back from the handler */
} spy_seat;

spy_seat *spy_schedule_seat(ThreadId tid);

/* The thread of a host thread; VG_INVALID_THREADID: not known yet. */
ThreadId spy_schedule_thread_of(Int host_thread);

#endif
