/* spy_thread.h: threads and their simulated processors. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The next three functions return False if there is only one thread. With several threads, _is_merging() returns
 * whether the tool chooses the next thread by the clocks, _is_free() returns whether the core chooses it, and
 * _has_threads() returns whether either of them does. */
Bool spy_schedule_is_merging(void);
Bool spy_schedule_is_free(void);
Bool spy_schedule_has_threads(void);

/* Returns the processor of a thread. */
UInt spy_schedule_processor(ThreadId tid);

/* Returns the clock of a thread's processor. */
ULong spy_schedule_now(ThreadId tid);

/* The reason why a wait ended: another thread, the time-out, or a signal. With SPY_DEADLOCK, all threads wait for each
 * other, and this thread must report the deadlock. */
typedef enum { SPY_WOKEN, SPY_TIMED_OUT, SPY_INTERRUPTED, SPY_DEADLOCK } spy_wake;
spy_wake spy_schedule_woken(ThreadId tid);

/* _allow() binds a thread, and threads that it creates later, to a nonempty set of processors, with a bit for each. A
 * thread on another processor moves to the first processor of the set when its slice has ended. _allowed() returns the
 * set, or all processors if the thread was never bound. _target() returns the processor that the thread will have after
 * its slice. */
void spy_schedule_allow(ThreadId tid, ULong processors);
ULong spy_schedule_allowed(ThreadId tid);
UInt spy_schedule_target(ThreadId tid);

/* Data that the schedule writes, and that translated code (translate/spy_turn.c) reads. */
typedef struct {
  UInt keep;    /* mask for the event counter before a system call: all bits are set, or no bit, which ends the slice */
  UInt atomics; /* 1: the slice ends before a block with atomic instructions */
  ULong at;     /* address of the call or block at which the running thread was just resumed; the slice does not end at
                   this address */
} spy_turn;
extern spy_turn spy_turns;

/* A parked thread: the data of a host thread that waits for its turn. */
typedef struct {
  volatile Int turn; /* 1: the thread has the lock */
  Int host_thread;   /* number of the host thread; 0: not known yet */
  UInt moves;        /* value of `moves` in spy_pinning.c that the host thread has applied */
  Bool sleeps;       /* it waits for its turn */
  Bool here;         /* whether the host thread has come for the lock: it waits for its turn, or has the lock */
  Bool in_code;      /* whether the host thread is in spy_dispatch_run(); while it waits there, another host thread can
                   continue its thread's code */
  Bool in_call;      /* whether the host thread waits in spy_dispatch_run(), in a call that the tool answers */
  Bool faults; /* whether the host thread has left translated code by a fault; if so, the core releases the lock in the
                   handler */
} spy_seat;

spy_seat *spy_schedule_seat(ThreadId tid);

/* Returns the thread to which a host thread belongs, or VG_INVALID_THREADID if this is not known yet. */
ThreadId spy_schedule_thread_of(Int host_thread);
