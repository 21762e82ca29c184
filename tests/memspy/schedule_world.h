/* schedule_world.h: random programs of threads on random machines, for test_schedule.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "machine/mach_config.h"
#include "tests/coherence/naive.h"
#include "tests/memspy/trial.h"

enum {
  WORLD_PROGRAMS = 10, /* the first thread's is number 0 */
  WORLD_BLOCKS = 12,
  WORLD_FLAGS = 6,  /* words that threads wait for in loops */
  WORLD_RANGES = 5, /* of memory, that have names at times */
  WORLD_STEPS = 160
};

/* What a step of a program is. actor: the program. */
typedef enum {
  STEP_RUN,    /* block a, b times; c: the addresses */
  STEP_SPIN,   /* until flag a is set, b times at most */
  STEP_SET,    /* flag a */
  STEP_CLEAR,  /* flag a */
  STEP_ATOMIC, /* on flag a */
  STEP_WAIT,   /* for another thread; b: milliseconds, 0: no matter how long */
  STEP_WAKE,   /* thread a */
  STEP_YIELD,
  STEP_MOVE,    /* to processor a or b */
  STEP_CREATE,  /* a thread; b != 0: in vain */
  STEP_BLOCK,   /* in the kernel, which says that it will keep the thread */
  STEP_RELEASE, /* thread a from that */
  STEP_NAP,     /* in the kernel, which does not say so */
  STEP_CALL,    /* a system call that is back soon */
  STEP_SIGNAL,  /* thread a; b: it is blocked there */
  STEP_SIGNAL_ALL,
  STEP_COLLECT, /* off or on: a */
  STEP_NAME,    /* range a */
  STEP_UNNAME,  /* range a */
  STEP_DISCARD, /* block a: it is translated anew */
  STEP_FORK,    /* the child's only thread goes on */
  STEP_END_ALL, /* threads: exit_group */
  STEP_KILL,    /* all threads, which nobody announces; b: the kernel's signal is seen */
  STEP_STOP,    /* recording */
  STEP_KINDS
} world_step_kind;

typedef struct {
  mach_config machine;
  naive_region region;
  uint64_t quantum, seed;
  bool simulates;
  bool runs_ahead; /* lanes do, which changes nothing */
} schedule_world;

void schedule_world_make(schedule_world *world, uint64_t seed);

/* As trial_test wants them. */
size_t schedule_steps_make(uint64_t seed, trial_step *steps);

/* The kinds' names, in their order. */
extern const char *const schedule_step_names[STEP_KINDS + 1];
