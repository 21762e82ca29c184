/* stages.c: names stages of its run. The first argument names the way, the second is how often.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <sys/mman.h>

#include "memspy/memspy.h"
#include "tests/e2e/programs/threads.h"

enum { WORDS = 1000, THREADS = 3 };

static volatile long words[THREADS][WORDS];

__attribute__((noinline)) static void fill(volatile long *to, int n) {
  for (int i = 0; i < n; i++) to[i] = i;
}

/* A stage with two others inside it, one of them in each round; words are also filled before and after them. */
static void do_nested(int n) {
  fill(words[0], 100);
  MEMSPY_STAGE_BEGIN("factor");
  fill(words[0], 200);
  for (int i = 0; i < n; i++) {
    MEMSPY_STAGE_BEGIN("level");
    fill(words[0], 10);
    MEMSPY_STAGE_END("level");
    fill(words[1], 7);
  }
  MEMSPY_STAGE_END("factor");
  MEMSPY_STAGE_BEGIN("level");
  fill(words[0], 300);
  MEMSPY_STAGE_END("level");
  fill(words[0], 400);
}

static void *fill_all(void *to) {
  for (int i = 0; i < 20; i++) fill(to, WORDS);
  return NULL;
}

static void fill_at_once(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) threads[i] = start(fill_all, (void *)words[i]);
  for (int i = 0; i < THREADS; i++) join(threads[i]);
}

/* Threads work in the stage that the main thread has named. */
static void do_threads(int n) {
  for (int i = 0; i < n; i++) {
    MEMSPY_STAGE_BEGIN("parallel");
    fill_at_once();
    MEMSPY_STAGE_END("parallel");
    fill(words[0], 50);
  }
}

static pthread_barrier_t all_have_filled;

/* In each round, another one of the threads names a stage while the others work. The last round has no stage. */
static void *take_turns(void *to) {
  const long own = ((volatile long *)to - words[0]) / WORDS;
  for (int round = 0; round <= THREADS; round++) {
    if (round == own) MEMSPY_STAGE_BEGIN("turn");
    fill_all(to);
    if (round == own) MEMSPY_STAGE_END("turn");
    pthread_barrier_wait(&all_have_filled);
  }
  return NULL;
}

/* Any thread can begin and end stages. */
static void do_turns(int n) {
  pthread_t threads[THREADS];
  check(pthread_barrier_init(&all_have_filled, NULL, THREADS), "pthread_barrier_init");
  for (int round = 0; round < n; round++) {
    for (int i = 0; i < THREADS; i++) threads[i] = start(take_turns, (void *)words[i]);
    for (int i = 0; i < THREADS; i++) join(threads[i]);
  }
}

/* Stages that end without a beginning, in another order, or not at all. */
static void do_wrong(int n) {
  for (int i = 0; i < n; i++) MEMSPY_STAGE_END("nothing");
  MEMSPY_STAGE_BEGIN("outer");
  MEMSPY_STAGE_BEGIN("inner");
  fill(words[0], 5);
  MEMSPY_STAGE_END("outer");
  fill(words[0], 6);
  MEMSPY_STAGE_BEGIN("last");
  fill(words[0], 8);
}

/* Many stages, and more than the tool can keep. */
static void do_many(int n) {
  char name[24];
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "level %d", i);
    MEMSPY_STAGE_BEGIN(name);
    fill(words[0], 1);
    MEMSPY_STAGE_END(name);
  }
}

/* The counts are set to zero inside a stage. */
static void do_zero(int n) {
  MEMSPY_STAGE_BEGIN("before");
  fill(words[0], 100);
  MEMSPY_STAGE_END("before");
  MEMSPY_STAGE_BEGIN("inside");
  fill(words[0], 100);
  MEMSPY_ZERO;
  fill(words[0], n);
  MEMSPY_STAGE_END("inside");
}

static void *end_inside(void *to) {
  fill(to, 100);
  MEMSPY_STAGE_END("inside");
  return NULL;
}

/* The counts are set to zero before the first thread begins, which ends a stage on another processor. */
static void do_late(int n) {
  for (int i = 0; i < n; i++) fill_all((void *)words[0]);
  MEMSPY_ZERO;
  MEMSPY_STAGE_BEGIN("inside");
  join(start(end_inside, (void *)words[1]));
  MEMSPY_STAGE_BEGIN("open");
  join(start(fill_all, (void *)words[2]));
}

/* Work before and after the collected part, in which threads work. */
static void do_outside(int n) {
  for (int i = 0; i < n; i++) fill_all((void *)words[0]);
  MEMSPY_START;
  MEMSPY_STAGE_BEGIN("inside");
  fill_at_once();
  MEMSPY_STAGE_END("inside");
  MEMSPY_STOP;
  for (int i = 0; i < n; i++) fill_at_once();
}

/* Work with a stage inside of it. */
static void fill_inside(int n) {
  for (int i = 0; i < n; i++) fill_all((void *)words[0]);
  MEMSPY_STAGE_BEGIN("inside");
  for (int i = 0; i < n; i++) fill_all((void *)words[0]);
  MEMSPY_STAGE_END("inside");
}

/* Work without collection inside a stage. */
static void do_within(int n) {
  MEMSPY_STAGE_BEGIN("around");
  fill(words[0], 100);
  MEMSPY_STOP;
  fill_inside(n);
  MEMSPY_START;
  fill(words[0], 200);
  MEMSPY_STAGE_END("around");
}

/* Work while the trace is paused inside a stage. */
static void do_paused(int n) {
  MEMSPY_STAGE_BEGIN("around");
  fill(words[0], 100);
  MEMSPY_TRACE_STOP;
  fill_inside(n);
  MEMSPY_TRACE_START;
  fill(words[0], 200);
  MEMSPY_STAGE_END("around");
}

static volatile long shared[THREADS]; /* in one cache line */

static void *count_up(void *to) {
  for (int i = 0; i < 200; i++) *(volatile long *)to += i;
  return NULL;
}

/* A stage of the main thread, while the other threads work much longer. Writes profiles inside it if `n` is not 0. */
static void do_dumps(int n) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) threads[i] = start(fill_all, (void *)words[i]);
  MEMSPY_STAGE_BEGIN("short");
  fill(shared, THREADS);
  if (n != 0) (void)MEMSPY_DUMP("inside");
  MEMSPY_STAGE_END("short");
  for (int i = 0; i < THREADS; i++) join(threads[i]);
}

/* Names at the end of a page, after which no memory is readable. The first one has no end. */
static void do_ends(int n) {
  const size_t page = 4096;
  char *end = (char *)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + page;
  EXPECT(end != (char *)MAP_FAILED + page && mprotect(end, page, PROT_NONE) == 0);
  memset(end - page, 'x', page);
  MEMSPY_STAGE_BEGIN(end - 6);
  MEMSPY_NAME(words, sizeof words, end - 6);
  MEMSPY_STAGE_END(end - 6);
  end[-1] = '\0';
  MEMSPY_STAGE_BEGIN(end - 4);
  MEMSPY_NAME(words[0], sizeof words[0], end - 4);
  fill(words[0], n);
  MEMSPY_STAGE_END(end - 4);
}

/* Threads share a line in each of `n` stages; without stages if n is negative. */
static void do_shared(int n) {
  pthread_t threads[THREADS];
  char name[24];
  for (int round = 0; round < abs(n); round++) {
    snprintf(name, sizeof name, "round %d", round);
    if (n > 0) MEMSPY_STAGE_BEGIN(name);
    for (int i = 0; i < THREADS; i++) threads[i] = start(count_up, (void *)&shared[i]);
    for (int i = 0; i < THREADS; i++) join(threads[i]);
    if (n > 0) MEMSPY_STAGE_END(name);
  }
}

static void fill_nested(const char *outer, const char *inner) {
  MEMSPY_STAGE_BEGIN(outer);
  MEMSPY_STAGE_BEGIN(inner);
  fill(words[0], 100);
  MEMSPY_STAGE_END(inner);
  MEMSPY_STAGE_END(outer);
}

/* Stages whose names contain what separates names in a path. */
static void do_slashes(int n) {
  for (int i = 0; i < n; i++) {
    MEMSPY_STAGE_BEGIN("a / b");
    fill(words[0], 100);
    MEMSPY_STAGE_END("a / b");
    fill_nested("a", "b");
    fill_nested("x /", "b");
    fill_nested("x", "/ b");
    fill_nested("x / ", "I/O /");
  }
}

static const way ways[] = {{"nested", do_nested}, {"threads", do_threads}, {"turns", do_turns}, {"wrong", do_wrong},
                           {"many", do_many},     {"zero", do_zero},       {"late", do_late},   {"outside", do_outside},
                           {"within", do_within}, {"shared", do_shared},   {"dumps", do_dumps}, {"paused", do_paused},
                           {"ends", do_ends},     {"slashes", do_slashes}};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
