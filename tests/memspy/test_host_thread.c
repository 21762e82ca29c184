/* test_host_thread.c: tests memspy/core/spy_host_thread.c on several stacks, whose host threads change.
 *
 *   test_host_thread [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_host_thread.h"

#include "memspy/core/spy_core.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fibers.h"
#include "tests/memspy/trial.h"

enum { STACKS = 12, STEPS = 3000, DEPTHS = 40, MOST = 1 << 22 /* MOST: numbers of threads */ };

enum { ASK, ASK_AGAIN, REPLACE, COPY, STAND_IN, KINDS, KNOWN = KINDS, UNKNOWN };
static const char *const kinds[KINDS + 1] = {"questions", "questions at the same place", "stacks with another thread",
                                             "copies of the process", "threads for another"};
static const char *const others[] = {"answered from memory", "answered by the kernel", NULL};

static fiber *stacks[STACKS];
static Int threads[STACKS]; /* host threads of the stacks */
static unsigned current, depth;
static Int stands_in, for_other; /* host threads; 0: none */
static Bool begins;              /* starts or stops to stand in for another thread before it asks */

/* Calls from a deeper frame of the stack. */
__attribute__((noinline)) static Int ask(unsigned deeper) {
  volatile char room[48] = {0};
  const Int answer = deeper == 0 ? __wrap_vgPlain_gettid() : ask(deeper - 1);
  return answer + room[deeper % sizeof room];
}

static void run_thread(void *closure) {
  (void)closure;
  for (;;) {
    if (begins) spy_host_thread_stand_in(for_other);
    const UInt before = fake_core.asked_thread;
    const Int answer = ask(depth), self = threads[current], expected = self == stands_in ? for_other : self;
    trial_note(fake_core.asked_thread == before ? KNOWN : UNKNOWN);
    if (answer != expected) trial_fail("stack %u: thread %d, not %d", current, answer, expected);
    if (spy_host_thread_self() != self) trial_fail("stack %u: is not thread %d", current, self);
    if (spy_host_thread_stands_in() != (stands_in != 0)) trial_fail("stack %u: stands in", current);
    fiber_pause();
  }
}

static Int new_thread(const trial_step *s, unsigned stack) {
  return 1 + ((s->b << 6) + s->a + (Int)stack) % (MOST - 1);
}

static void take(const trial_step *s) {
  if (s->kind == REPLACE || s->kind == COPY) {
    const unsigned first = s->kind == COPY ? 0 : s->actor, last = s->kind == COPY ? STACKS - 1 : s->actor;
    for (unsigned i = first; i <= last; i++) threads[i] = new_thread(s, i);
    spy_host_threads_forget();
    spy_host_thread_stand_in(0);
    stands_in = for_other = 0;
  }
  if (s->kind != ASK_AGAIN) {
    current = s->actor;
    depth = s->c % DEPTHS;
  }
  begins = s->kind == STAND_IN;
  if (begins) {
    for_other = s->a % 4 == 0 ? 0 : threads[s->a % STACKS];
    stands_in = for_other != 0 ? threads[current] : 0;
  }
  fake_core.host_thread = (UInt)threads[current];
  fiber_resume(stacks[current]);
}

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  for (size_t i = 0; i < STEPS; i++) {
    const unsigned kind = dice_below(&d, 100);
    steps[i] = (trial_step){.kind = (uint8_t)(kind < 2    ? REPLACE
                                              : kind < 3  ? COPY
                                              : kind < 10 ? STAND_IN
                                              : kind < 50 ? ASK_AGAIN
                                                          : ASK),
                            .actor = (uint8_t)dice_below(&d, STACKS),
                            .a = (uint16_t)dice_next(&d),
                            .b = (uint16_t)dice_next(&d),
                            .c = (uint16_t)dice_next(&d)};
  }
  return STEPS;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  (void)seed;
  for (unsigned i = 0; i < STACKS; i++) {
    stacks[i] = fiber_new(run_thread, NULL);
    threads[i] = (Int)i + 1;
  }
  for (size_t i = 0; i < n; i++) {
    take(&steps[i]);
    trial_note(steps[i].kind);
  }
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_host_thread", 40, "stack", kinds, others, make, STEPS, run}, argc, argv);
}
