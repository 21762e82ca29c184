/* naive_schedule.h: a model of the scheduler, written to be obviously right: it chooses which thread runs by the rules
 * of memspy/schedule/spy_schedule.h and spy_slice.h, over naive lanes, with a plain list of threads for each processor.
 *
 * A test reports the same events to the model and to the scheduler, and compares their answers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/memspy/naive_lanes.h"

enum { NAIVE_SCHEDULED = 32 /* threads, numbered from 1; 0: no thread */, NAIVE_ALONE_WORDS = 1024 };

typedef enum { NAIVE_WOKEN, NAIVE_TIMED_OUT, NAIVE_INTERRUPTED } naive_why;

typedef struct {
  bool alive, runnable, waits, asleep, ends, made, here, started;
  bool in_call, kernel_waits;         /* the kernel's view, set by the test */
  bool arrived, timed_out, signalled; /* since the last choice */
  naive_why why;
  unsigned processor, target;
  uint64_t allowed; /* processors that it is bound to, one bit each; 0: all */
  uint64_t ready_at, deadline;
  uint64_t blocked;                 /* signals, one bit each, from 1 on */
  naive_records recorded;           /* not loaded yet */
  int64_t left;                     /* words until the queue is considered full */
  uint64_t last_words, last_cycles; /* of its last slice */
  uint64_t late, late_times;        /* cycles by which its next turn starts late; how often that was chosen */
  uint64_t turns, spins, spins_at;
  bool yielded;
  uint64_t polled_at, polled_for; /* cycles, and number of occasions, when it checked for signals */
} naive_thread;

typedef struct {
  unsigned current, last;
  unsigned waiting[NAIVE_SCHEDULED], n_waiting; /* threads that can run, the longest waiting first */
  uint64_t until;
  unsigned threads;
  uint64_t quantum, heard;
} naive_processor;

typedef struct {
  naive_lanes lanes;
  uint64_t quantum, seed;
  naive_thread threads[NAIVE_SCHEDULED];
  naive_processor processors[NAIVE_PROCESSORS];
  unsigned most, holder, running;
  bool merging, let_go, ending;
  unsigned awaited, patience, last_anybody;
  uint64_t idle[NAIVE_PROCESSORS];
  uint64_t occasions; /* events after which signals may be pending */
  bool wait_before_atomics;
} naive_schedule;

void naive_schedule_init(naive_schedule *s, const mach_config *config, naive_region region, bool simulates,
                         const naive_events *events, uint64_t quantum, uint64_t seed);

/* The program's code: a thread that holds the lock starts to execute it; it records; its queue is full. The last
 * function returns whether the slice continues. */
void naive_runs(naive_schedule *s, unsigned thread);
void naive_records_one(naive_schedule *s, unsigned thread, const naive_record *record);
bool naive_is_full(const naive_schedule *s, unsigned thread);
bool naive_full(naive_schedule *s, unsigned thread);
void naive_schedule_drain(naive_schedule *s, unsigned thread);
void naive_finish_all(naive_schedule *s);

/* Threads start and end. */
void naive_create(naive_schedule *s, unsigned parent, unsigned child);
void naive_exit(naive_schedule *s, unsigned thread);
void naive_fork(naive_schedule *s, unsigned thread);
void naive_let_go(naive_schedule *s);

/* System calls. */
void naive_begins_to_wait(naive_schedule *s, unsigned thread, uint64_t deadline);
void naive_wakes(naive_schedule *s, unsigned thread, unsigned waker);
void naive_yields(naive_schedule *s, unsigned thread);
void naive_binds(naive_schedule *s, unsigned thread, uint64_t processors);
void naive_blocks(naive_schedule *s, unsigned thread, uint64_t signals);
void naive_signals(naive_schedule *s, unsigned thread /* 0: all */, unsigned signal, unsigned sender);
void naive_is_about_to_signal(naive_schedule *s, unsigned thread, unsigned sender);
void naive_rechecks(naive_schedule *s, unsigned waker);

/* The lock. A thread that holds it may find at the end of its slice that it is its turn again. */
void naive_arrives(naive_schedule *s, unsigned thread);
void naive_leaves(naive_schedule *s);
unsigned naive_choose(naive_schedule *s);
void naive_grants(naive_schedule *s, unsigned thread, uint64_t at /* the instruction */);
bool naive_turns(naive_schedule *s, unsigned thread, uint64_t at);
bool naive_ticks(naive_schedule *s, unsigned thread, bool idle, uint64_t now_ns, uint64_t pending_signals,
                 bool awaited_sleeps);
/* Whether a thread checks for signals at the start of its slice. */
bool naive_polls(naive_schedule *s, unsigned thread, uint64_t pending_signals);
bool naive_has_news(const naive_schedule *s);
