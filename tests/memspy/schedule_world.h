/* schedule_world.h: random programs of threads on random machines, for test_schedule.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "machine/mach_config.h"
#include "tests/coherence/naive.h"
#include "tests/memspy/trial.h"

enum {
  WORLD_PROGRAMS = 10, /* the first thread's program is number 0 */
  WORLD_BLOCKS = 12,
  WORLD_FLAGS = 6,  /* words that threads wait for in loops */
  WORLD_RANGES = 5, /* ranges of memory that sometimes have names */
  WORLD_STEPS = 160
};

/* Kinds of a program's steps. `actor` is the program. */
typedef enum {
  STEP_RUN,    /* executes block a, b times; c: the addresses */
  STEP_SPIN,   /* until flag a is set, at most b times */
  STEP_SET,    /* sets flag a */
  STEP_CLEAR,  /* clears flag a */
  STEP_ATOMIC, /* executes an atomic instruction on flag a */
  STEP_WAIT,   /* waits for another thread; b: milliseconds, 0: without limit */
  STEP_WAKE,   /* wakes thread a */
  STEP_YIELD,
  STEP_MOVE,    /* moves to processor a or b */
  STEP_CREATE,  /* creates a thread; b != 0: the call fails */
  STEP_BLOCK,   /* blocks in the kernel, which reports that it blocks the thread */
  STEP_RELEASE, /* ends that for thread a */
  STEP_NAP,     /* blocks in the kernel, which does not report that */
  STEP_CALL,    /* makes a system call that returns soon */
  STEP_SIGNAL,  /* sends a signal to thread a; b: the thread blocks it */
  STEP_SIGNAL_ALL,
  STEP_COLLECT, /* switches collection off or on: a */
  STEP_NAME,    /* names range a */
  STEP_UNNAME,  /* removes the name of range a */
  STEP_DISCARD, /* discards block a: it is translated anew */
  STEP_FORK,    /* forks; only the child's thread continues */
  STEP_END_ALL, /* ends all threads: exit_group */
  STEP_KILL,    /* ends all threads without an announcement; b: the kernel's signal is noticed */
  STEP_STOP,    /* stops the recording */
  STEP_KINDS
} world_step_kind;

typedef struct {
  mach_config machine;
  naive_region region;
  uint64_t quantum, seed;
  bool simulates;
  bool runs_ahead; /* lanes run ahead, which changes no result */
} schedule_world;

void schedule_world_make(schedule_world *world, uint64_t seed);

/* Makes the steps, as trial_test requires it. */
size_t schedule_steps_make(uint64_t seed, trial_step *steps);

/* The names of the kinds, in their order. */
extern const char *const schedule_step_names[STEP_KINDS + 1];
