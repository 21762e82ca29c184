/* spy_thread-inl.h: all threads and processors, for the files of this room: spy_thread.c keeps the lists, spy_slice.c
 * the lengths of slices, spy_schedule.c decides.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_state.h"

/* Wake-ups of a thread that were not handled yet. */
enum { SPY_WAKE_UPS_ARRIVED = 1, SPY_WAKE_UPS_TIME = 2, SPY_WAKE_UPS_SIGNAL = 4, SPY_WAKE_UPS_STUCK = 8 };

typedef struct {
  spy_seat seat;
  Bool alive;
  Bool runnable; /* or running */
  Bool waits;    /* for spy_schedule_wake() */
  Bool watches;  /* also for files */
  Bool asleep;   /* in the kernel */
  Bool ends;
  Bool listed; /* in the list of its processor */
  volatile UChar news;
  spy_wake why;
  UInt processor;
  UInt target;    /* number of the processor to which it will move; its own: none */
  ULong allowed;  /* bound to these processors, a bit each; 0: not bound */
  ULong ready_at; /* earliest clock, cycles */
  ULong deadline; /* ns of the host's clock; 0: none */
  ULong alarm;    /* cycles: end of its wait in simulated time; 0: none */
  /* ns of the host's clock: external changes of files are awaited until then, before the alarm rings */
  ULong patience_until;
  ULong seen;       /* pending signals that it has seen, if it waits for files */
  ULong polled_for; /* value of spy_threads.occasions, and cycles, at its last look for signals (spy_signal_polls.h) */
  ULong polled_at;
  ThreadId next, previous;
  ULong delay;   /* cycles by which its next turn is delayed (spy_jitter.h) */
  ULong varied;  /* number of delays chosen so far */
  ULong turns;   /* before atomic instructions, since its last wait */
  UInt spins;    /* consecutive turns at the same instruction, */
  Addr spins_at; /* which is this one */
  Bool yielded;  /* it yielded, and had no turn since */
} spy_thread;

typedef struct {
  ThreadId current;     /* the lane has its records; it continues when it can */
  ThreadId last;        /* the last one that ran */
  ThreadId first, tail; /* threads that could run, in FIFO order, without the current one */
  ULong alarm;          /* the earliest alarm of its threads */
  ULong until;          /* cycles: end of the current thread's time */
  UInt threads;
  ULong quantum; /* cycles of the next slice */
  ULong heard;   /* true sharing misses when that was chosen */
} spy_processor;

typedef struct {
  spy_thread *of; /* by number; NULL: the core has not used the lock */
  spy_processor processors[MACH_MAX_PROCESSORS];
  UInt n;          /* number of threads alive */
  ThreadId most;   /* the highest number in use */
  ThreadId holder; /* the thread with the lock */
  ULong occasions; /* number of times that the program may have sent signals (spy_signal_polls.h) */
  Bool merging;    /* there are several threads, which are chosen by clock */
  Bool let_go;     /* the core chooses threads */
  volatile Bool ending;
} spy_all_threads;
extern spy_all_threads spy_threads;

/* Signals may be pending: see spy_signal_polls.h. */
static inline void spy_thread_occasion(void) { spy_threads.occasions++; }

static inline uint64_t *spy_clock_of(UInt processor) { return &spy_system->processors[processor].now; }

/* The core makes the lock: adds its first thread, or the only one in a child after fork. */
void spy_threads_start(Int host_thread);

/* Adds a thread that its parent is about to create, on the processor with the fewest threads among those to which the
 * parent is bound; removes one that is gone. */
void spy_thread_add(ThreadId tid, ThreadId parent);
void spy_thread_forget(ThreadId tid);

/* The thread can continue at a clock; or cannot. */
void spy_thread_make_runnable(ThreadId tid, ULong at);
void spy_thread_make_blocked(ThreadId tid);

/* Sets a thread's alarm; 0: none. */
void spy_thread_set_alarm(ThreadId tid, ULong at);

/* Ends a thread's wait, if it waits. */
void spy_thread_wake(ThreadId tid, spy_wake why, ULong at);

/* Makes the thread its processor's current one; the previous one waits for its turn, if it can continue. */
void spy_thread_make_current(ThreadId tid);

/* Moves the thread to its target processor. Its lane is empty. */
void spy_thread_change_processor(ThreadId tid);
