/* schedule_run.h: a run of test_schedule: the threads and their shared data, a simulated kernel, and the comparison of
 * the tool with the model. schedule_program.c contains what the threads do; test_schedule.c lets them run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/core/spy_platform.h"
#include "memspy/core/spy_valgrind.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fibers.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/naive_schedule.h"
#include "tests/memspy/schedule_world.h"
#include "tests/memspy/trial.h"

enum { HOST = 100 /* host threads have greater numbers */, BLOCKS_LEFT = 1000, LEAST_SPINS = 30, REFERENCES = 18 };
#define KILL_SIGNAL (1ULL << (SPY_SIGNAL_KILL_THREAD - 1))

enum {
  SEEN_SWITCH,
  SEEN_CUT,
  SEEN_MOVED,
  SEEN_TIMED_OUT,
  SEEN_INTERRUPTED,
  SEEN_WOKEN,
  SEEN_SHORT_SLICE,
  SEEN_GROWN,
  SEEN_EXTENDED,
  SEEN_LEFT_ATOMIC,
  SEEN_TURN,
  SEEN_POLL,
  SEEN_NO_POLL,
  SEEN_FOUND_ASLEEP,
  SEEN_BACK,
  SEEN_ALONE_AGAIN,
  SEEN_IDLE,
  SEEN_ENDED,
  SEEN_BUSY_OTHERS,
  SEEN_TOLD,
  SEEN
};
static inline void note(unsigned seen) { trial_note(STEP_KINDS + seen); }

/* The state of a thread. */
typedef enum { NOT_YET, IN_KERNEL, COMING, HERE, RUNS, OVER } place;

typedef struct {
  fiber *fiber;
  unsigned program;
  size_t step;
  place place;
  Bool in_call, kernel_waits, sleeps; /* as the kernel sees it */
  Bool may_return;                    /* may return from the kernel */
  Bool killed;
  struct {
    spy_guest guest;
    ULong shadow[FAKE_SHADOW_BYTES / 8];
  } registers;
} thread;

extern schedule_world world;
extern const trial_step *steps;
extern size_t n_steps;
extern dice luck;
extern naive_schedule model;
extern thread threads[FAKE_THREADS];
extern ThreadId most;     /* largest number of a thread so far */
extern unsigned programs; /* programs that were started */
extern guest_shape shapes[WORLD_BLOCKS];
extern guest_block *blocks[WORLD_BLOCKS], *spin_block, *set_block, *atomic_block, *call_block;
extern unsigned last_run; /* the thread of these that ran last */
extern Bool flags[WORLD_FLAGS];
extern ThreadId owner; /* the thread that holds the lock */
extern Bool forked;

static inline thread *thread_of(ThreadId tid) { return &threads[tid]; }
static inline ThreadId number_of(const thread *t) { return (ThreadId)(t - threads); }
static inline spy_guest *guest_of(thread *t) { return &t->registers.guest; }

guest_block *make_block(const guest_shape *shape);

/* Sets whether the kernel reports that a thread's call is waiting. */
void kernel_waits(thread *t, Bool waits);

/* Each of these ends the trial if the tool and the model differ. */
void compare_room(ThreadId tid);
void compare_pending(UInt processor, Bool exactly);
void compare_all(void);
void compare_counts(void);
void compare_bins(void);

/* The processor's lane has just been loaded: determines which pages other processors have used. */
void note_shared(UInt processor);

/* ---- the program (schedule_program.c) ---- */

/* Executes a thread from its start to its end; `closure`: the thread. */
void thread_live(void *closure);

/* Threads that can ask for the lock do so now, or later. */
void threads_come_back(void);
Bool threads_are_over(void);
