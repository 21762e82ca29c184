/* trial.h: random trials of code that keeps its state in variables of files: each runs in a process of its own, which
 * may fail an assertion, crash or hang. Of one that fails the steps are made fewer, as long as it fails.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_COUNTERS = 64 };

/* A step of a random program. What it means is the test's. */
typedef struct {
  uint8_t kind, actor;
  uint16_t a, b, c;
} trial_step;

/* A kind of trial. What trial_note() counts has a name: the kinds of steps from 0 on, then others. Each must happen in
 * a full run. */
typedef struct {
  const char *name;          /* of the test, for messages */
  unsigned worlds;           /* that a full run has */
  const char *actor;         /* what a step's actor is */
  const char *const *kinds;  /* names of the kinds of steps, NULL at the end */
  const char *const *others; /* of what else is counted, NULL at the end */
  /* Makes the steps of a seed, of which there are most_steps at most. Returns how many. */
  size_t (*make)(uint64_t seed, trial_step *steps);
  size_t most_steps;
  /* Runs the steps; trial_fail() ends it. */
  void (*run)(uint64_t seed, const trial_step *steps, size_t n);
} trial_test;

/* main(): `--worlds N --seed S`; world i has seed S + i. */
int trial_main(const trial_test *test, int argc, char **argv);

/* In a run: it has failed, and ends. */
_Noreturn void trial_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* In a run: something happened (so that a test of which nothing happens does not pass). */
void trial_note(unsigned counter);
