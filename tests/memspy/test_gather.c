/* test_gather.c: tests memspy/schedule/spy_pinning.c on a fake host: on which processors threads run that alternate,
 * with and without a processor of their own, and threads that do not alternate.
 *
 *   test_gather [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_pinning.h"

#include "memspy/schedule/spy_thread-inl.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/trial.h"

enum { THREADS = 5, STEPS = 40, SETTLES = 400 /* turns of 1 ms */ };

enum kind { PLENTY, STARVED, APART, ENDING, EXEC, KINDS };
static const char *const kinds[KINDS + 1] = {"threads have a processor", "threads have little of one",
                                             "threads do not take turns", "the process ends",
                                             "becomes another program"};
static const char *const others[] = {"several processors", "one processor", NULL};

static spy_seat seats[THREADS];
static ULong all; /* bits of all processors */
static dice throws;

static ULong place_of(UInt thread) {
  const ULong kept = fake_core.kept_to[thread];
  return kept != 0 ? kept : all;
}

/* A millisecond passes, of which threads use some hundredths; then one gets the lock. */
static void turn(UInt hundredths) {
  fake_core.monotonic_ns += 1000000;
  fake_core.used_ns += hundredths * 10000ULL;
  fake_core.host_thread = dice_below(&throws, THREADS);
  spy_pinning(&seats[fake_core.host_thread]);
}

static void many_turns(UInt hundredths) {
  for (UInt i = 0; i < SETTLES; i++) turn(hundredths);
}

static void check_each(ULong wanted, const char *what) {
  for (UInt i = 0; i < THREADS; i++)
    if (place_of(i) != wanted) trial_fail("%s: thread %u is on %llx, not %llx", what, i, place_of(i), wanted);
}

static void settle_together(void) {
  many_turns(90);
  if (__builtin_popcountll(place_of(0)) != 1) trial_fail("threads that take turns are not on one processor");
  check_each(place_of(0), "together");
  const UInt choices = fake_core.choices;
  many_turns(90);
  if (fake_core.choices != choices) trial_fail("threads that have their processor are moved");
}

/* They are released, and the tool tries each time to gather them again. */
static void be_starved(void) {
  UInt bound = 0, free = 0;
  for (UInt i = 0; i < 4 * SETTLES; i++) {
    turn(30);
    *(place_of(fake_core.host_thread) == all ? &free : &bound) += 1;
  }
  if (bound == 0 || free == 0) trial_fail("starved threads: %u turns bound, %u free", bound, free);
}

static void set_state(Bool apart, Bool ending) {
  spy_threads.merging = !apart;
  spy_threads.ending = ending;
}

static void be_free(const char *what) {
  many_turns(90);
  check_each(all, what);
  set_state(False, False);
}

static void take(const trial_step *step) {
  trial_note(step->kind);
  switch ((enum kind)step->kind) {
    case PLENTY: settle_together(); break;
    case STARVED: be_starved(); break;
    case APART: set_state(True, False), be_free("apart"); break;
    case ENDING: set_state(False, True), be_free("at the end"); break;
    default:
      turn(90);
      spy_pinning_exec();
      if (place_of(fake_core.host_thread) != all) trial_fail("another program is kept to a processor");
  }
}

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  for (size_t i = 0; i < STEPS; i++) steps[i] = (trial_step){.kind = (uint8_t)dice_below(&d, KINDS)};
  return STEPS;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  throws = (dice){seed};
  const Bool several = dice_chance(&throws, 80);
  all = fake_core.processors = several ? 0xb4 : 0x10;
  trial_note(KINDS + !several);
  set_state(False, False);
  for (size_t i = 0; i < n; i++) {
    if (several)
      take(&steps[i]);
    else
      many_turns(10 + 20 * steps[i].kind);
  }
  if (!several && fake_core.choices != 0) trial_fail("there is nothing to choose");
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_gather", 40, "thread", kinds, others, make, STEPS, run}, argc, argv);
}
