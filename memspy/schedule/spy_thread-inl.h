/* spy_thread-inl.h: all threads and processors, for the files of this room: spy_thread.c keeps the lists, spy_slice.c
 * the slices' lengths, spy_schedule.c decides.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_THREAD_INL_H
#define MEMSPY_SPY_THREAD_INL_H

#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_state.h"

/* What has happened to a thread meanwhile. */
enum { SPY_NEWS_ARRIVED = 1, SPY_NEWS_TIME = 2, SPY_NEWS_SIGNAL = 4, SPY_NEWS_STUCK = 8 };

typedef struct {
  spy_seat seat;
  Bool alive;
  Bool runnable; /* or running */
  Bool waits;    /* for spy_schedule_wake() */
  Bool watches;  /* for files, too */
  Bool asleep;   /* in the kernel */
  Bool ends;
  Bool listed; /* in the list of its processor */
  volatile UChar news;
  spy_wake why;
  UInt processor;
  UInt target;          /* the processor that it is to move to; the same: none */
  ULong allowed;        /* processors that it is bound to, a bit each; 0: it is not bound */
  ULong ready_at;       /* cycles: not before */
  ULong deadline;       /* ns by the host's clock; 0: none */
  ULong alarm;          /* cycles: when its wait ends in simulated time; 0: no matter */
  ULong patience_until; /* ns by the host's clock: how long files may be changed from outside before the alarm rings */
  ULong seen;           /* signals that it has seen pending, where it waits for files */
  ULong polled_for;     /* occasions for signals, and cycles, when it looked for them (spy_polls.h) */
  ULong polled_at;
  ThreadId next, previous;
  ULong delay;   /* cycles by which its next turn begins later (spy_vary.h) */
  ULong varied;  /* how many of these have been chosen */
  ULong turns;   /* before atomic instructions, since it waited */
  UInt spins;    /* turns in a row at the same instruction, */
  Addr spins_at; /* which is this one */
  Bool yielded;  /* and has not had a turn since */
} spy_thread;

typedef struct {
  ThreadId current;     /* whose queue the lane holds; it goes on when it can */
  ThreadId last;        /* that ran */
  ThreadId first, tail; /* threads that could run, first come first served, without the current one */
  ULong alarm;          /* the first of its threads' */
  ULong until;          /* cycles: when the current one has had its time */
  UInt threads;
  ULong quantum; /* cycles of the next slice */
  ULong heard;   /* misses by true sharing when that was chosen */
} spy_processor;

typedef struct {
  spy_thread *of; /* by number; NULL: the core has not asked for the lock */
  spy_processor processors[COH_MAX_PROCESSORS];
  UInt n;          /* threads alive */
  ThreadId most;   /* the highest number in use */
  ThreadId holder; /* has the lock */
  ULong occasions; /* how often signals may have come from within (spy_polls.h) */
  Bool merging;    /* there are several threads, and the clocks choose among them */
  Bool let_go;     /* threads take turns as they come */
  volatile Bool ending;
} spy_all_threads;
extern spy_all_threads spy_threads;

/* Signals may be there: see spy_polls.h. */
static inline void spy_thread_occasion(void) { spy_threads.occasions++; }

static inline uint64_t *spy_clock_of(UInt processor) { return &spy_system->processors[processor].now; }

/* The core makes the lock: its first thread is known, or the only one in a child after fork. */
void spy_threads_start(Int host_thread);

/* A thread that its parent is about to make: on the processor with the fewest of those that the parent is bound to. Or
 * one that is gone. */
void spy_thread_add(ThreadId tid, ThreadId parent);
void spy_thread_forget(ThreadId tid);

/* The thread can go on at a clock; or cannot. */
void spy_thread_make_runnable(ThreadId tid, ULong at);
void spy_thread_make_blocked(ThreadId tid);

/* Sets a thread's alarm; 0: it has none any more. */
void spy_thread_set_alarm(ThreadId tid, ULong at);

/* Ends a thread's wait for another one, if it waits. */
void spy_thread_wake(ThreadId tid, spy_wake why, ULong at);

/* The thread becomes its processor's current one; the one before waits for its turn, if it can go on. */
void spy_thread_make_current(ThreadId tid);

/* The thread goes to the processor that it chose. Its lane is empty. */
void spy_thread_change_processor(ThreadId tid);

#endif
