/* spy_thread-inl.h: the data of all threads and processors, for the files in schedule/. spy_thread.c keeps the lists of
 * threads, spy_slice.c the lengths of slices, and spy_schedule.c chooses the threads.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_state.h"

/* Wake-ups of a thread that were not handled yet, as bits. */
enum { SPY_WAKE_UPS_ARRIVED = 1, SPY_WAKE_UPS_TIME = 2, SPY_WAKE_UPS_SIGNAL = 4, SPY_WAKE_UPS_STUCK = 8 };

typedef struct {
  spy_seat seat;
  Bool alive;
  Bool runnable; /* the thread can run, or runs */
  Bool waits;    /* whether the thread waits until spy_schedule_wake() */
  Bool watches;  /* it also waits for files */
  Bool asleep;   /* it is blocked in the kernel */
  Bool ends;
  Bool listed; /* whether the thread is in the list of its processor */
  volatile UChar news;
  spy_wake why;
  UInt processor;
  UInt target;    /* number of the processor to which the thread will move; its own processor: it will not move */
  ULong allowed;  /* set of processors to which the thread is bound, as bits; 0: it is not bound */
  ULong ready_at; /* earliest clock at which the thread can run, in cycles */
  ULong deadline; /* end of the thread's wait, in ns of the host's clock; 0: no time-out */
  ULong alarm;    /* end of the thread's wait in simulated time, in cycles; 0: no time-out */
  /* time until which external changes of files are awaited before the alarm rings, in ns of the host's clock */
  ULong patience_until;
  ULong seen;       /* if the thread waits for files: the pending signals that it has seen */
  ULong polled_for; /* at the thread's last poll for signals (spy_signal_polls.h): the value of spy_threads.occasions,
                       and, in the next field, the clock in cycles */
  ULong polled_at;
  ThreadId next, previous;
  ULong delay;   /* number of cycles by which the thread's next turn is delayed (spy_jitter.h) */
  ULong varied;  /* number of delays chosen for the thread so far */
  ULong turns;   /* number of the thread's turns before atomic instructions since its last wait */
  UInt spins;    /* number of consecutive turns of the thread at the same instruction */
  Addr spins_at; /* address of this instruction */
  Bool yielded;  /* whether the thread has yielded, and had no turn since then */
} spy_thread;

typedef struct {
  ThreadId current;     /* thread whose records are in the processor's lane; it continues when it can */
  ThreadId last;        /* thread that ran last */
  ThreadId first, tail; /* list of the threads that could run, in FIFO order, without the current thread */
  ULong alarm;          /* earliest alarm of the processor's threads */
  ULong until;          /* clock, in cycles, at which the current thread's time on the processor ends */
  UInt threads;
  ULong quantum; /* length of the next slice in cycles */
  ULong heard;   /* number of true sharing misses at the time when `quantum` was chosen */
} spy_processor;

typedef struct {
  spy_thread *of; /* threads, indexed by ThreadId; NULL: the core has not used the lock yet */
  spy_processor processors[MACH_MAX_PROCESSORS];
  UInt n;          /* number of threads that are alive */
  UInt n_runnable; /* number of threads that can run, or run */
  ThreadId most;   /* highest number in use */
  ThreadId holder; /* thread with the lock */
  ULong occasions; /* number of times that the program has possibly sent signals (spy_signal_polls.h) */
  Bool merging;    /* there are several threads, and the tool chooses the next one by their clocks */
  Bool let_go;     /* the core chooses the threads */
  volatile Bool ending;
} spy_all_threads;
extern spy_all_threads spy_threads;

/* Call when signals are possibly pending: see spy_signal_polls.h. */
static inline void spy_thread_occasion(void) { spy_threads.occasions++; }

static inline uint64_t *spy_clock_of(UInt processor) { return &spy_system->processors[processor].now; }

/* Call when the core makes the lock: adds its first thread, or the only thread of a child after fork. */
void spy_threads_start(Int host_thread);

/* The first function adds a thread that its parent is about to create. Of the processors to which the parent is bound,
 * the thread gets the one with the fewest threads. The second function removes a thread that has ended. */
void spy_thread_add(ThreadId tid, ThreadId parent);
void spy_thread_forget(ThreadId tid);

/* The first function records that the thread can continue at a clock. The second records that it cannot continue. */
void spy_thread_make_runnable(ThreadId tid, ULong at);
void spy_thread_make_blocked(ThreadId tid);

/* Sets a thread's alarm. 0 removes the alarm. */
void spy_thread_set_alarm(ThreadId tid, ULong at);

/* Ends a thread's wait, if it waits. */
void spy_thread_wake(ThreadId tid, spy_wake why, ULong at);

/* Makes the thread the current one of its processor. The previous current thread waits for its turn, if it can
 * continue. */
void spy_thread_make_current(ThreadId tid);

/* Moves the thread to its target processor. The lane of the thread's present processor must be empty. */
void spy_thread_change_processor(ThreadId tid);
