/* trial.h: random trials of code whose state is in static variables. Each trial runs in a process of its own, which may
 * fail an assertion, crash or hang. If a trial fails, its steps are reduced as long as it still fails.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_COUNTERS = 64 };

/* A step of a random program. The test defines its meaning. */
typedef struct {
  uint8_t kind, actor;
  uint16_t a, b, c;
} trial_step;

/* A kind of trial. Each event that trial_note() counts has a name: first the kinds of steps, then others. Each must
 * happen in a full run. */
typedef struct {
  const char *name;          /* name of the test, for messages */
  unsigned worlds;           /* number of worlds in a full run */
  const char *actor;         /* the name of a step's actor */
  const char *const *kinds;  /* names of the kinds of steps, NULL at the end */
  const char *const *others; /* names of other events, NULL at the end */
  /* Makes the steps of a seed, at most most_steps. Returns how many. */
  size_t (*make)(uint64_t seed, trial_step *steps);
  size_t most_steps;
  /* Executes the steps; trial_fail() ends it. */
  void (*run)(uint64_t seed, const trial_step *steps, size_t n);
} trial_test;

/* The main() of a test: `--worlds N --seed S`; world i has seed S + i. */
int trial_main(const trial_test *test, int argc, char **argv);

/* Called in a run: the run has failed, and ends. */
_Noreturn void trial_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Called in a run: an event happened. (A test in which nothing happens must not pass.) */
void trial_note(unsigned counter);
