/* spy_thread.h: threads and their simulated processors. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Whether there are several threads, which the tool chooses by clock; whether the core chooses them. */
Bool spy_schedule_is_merging(void);
Bool spy_schedule_is_free(void);

/* The processor of a thread. */
UInt spy_schedule_processor(ThreadId tid);

/* The clock of a thread's processor. */
ULong spy_schedule_now(ThreadId tid);

/* The reason for which a wait ended: another thread, the time-out, a signal, or all threads wait for each other and
 * this one must report that. */
typedef enum { SPY_WOKEN, SPY_TIMED_OUT, SPY_INTERRUPTED, SPY_DEADLOCK } spy_wake;
spy_wake spy_schedule_woken(ThreadId tid);

/* The first binds a thread, and threads that it creates later, to a nonempty set of processors, a bit each: a thread on
 * another processor moves to the first one of the set when its slice is over. The second returns the set; all
 * processors if the thread was never bound. The third returns the thread's processor after its slice. */
void spy_schedule_allow(ThreadId tid, ULong processors);
ULong spy_schedule_allowed(ThreadId tid);
UInt spy_schedule_target(ThreadId tid);

/* Input of translated code (translate/spy_turn.c); the schedule writes it. */
typedef struct {
  UInt keep;    /* mask of the event counter before a system call: all bits, or none, which ends the slice, */
  UInt atomics; /* 1: the slice ends before a block with atomic instructions, */
  ULong at;     /* except if the call or block is here, where the running thread was just resumed */
} spy_turn;
extern spy_turn spy_turns;

/* A parked thread: the data of a host thread that waits for its turn. */
typedef struct {
  volatile Int turn; /* 1: it has the lock */
  Int host_thread;   /* its id; 0: unknown yet */
  UInt moves;        /* value of `moves` in spy_pinning.c that it has applied */
  Bool sleeps;       /* waits for its turn */
  Bool here;         /* in the lock: waits for its turn, or has it */
  Bool in_code; /* its host thread is in spy_dispatch_run(): while it waits there, another one can continue its code */
  Bool in_call; /* it waits there in a call that the tool answers */
  Bool faults;  /* it left translated code by a fault, and the core releases the lock from the handler */
} spy_seat;

spy_seat *spy_schedule_seat(ThreadId tid);

/* The thread of a host thread; VG_INVALID_THREADID: unknown yet. */
ThreadId spy_schedule_thread_of(Int host_thread);
