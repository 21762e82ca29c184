/* overlap.c: loops whose misses a processor with a window overlaps, or cannot.
 *
 *   overlap            one thread: each function once
 *   overlap threads    three threads that take turns, with a lock, atomic instructions and fences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 8192, LINE = 64, WORDS = LINE / sizeof(long), THREADS = 3, ROUNDS = 40 };

static struct {
  unsigned next;
  char rest[LINE - sizeof(unsigned)];
} nodes[LINES] __attribute__((aligned(LINE)));
long values[LINES * WORDS], others[LINES * WORDS],
    written[LINES * WORDS]; /* external, so that no access is optimized away */
static unsigned order[LINES];
static atomic_long counter;
static long sum;

/* A multiplication by an odd number permutes the lines. */
static unsigned shuffled(unsigned i) { return (i * 2654435761u >> 3) % LINES; }

static void prepare(void) {
  for (unsigned i = 0; i < LINES; i++) order[i] = (i * 4093u + 17) % LINES;
  for (unsigned i = 0; i < LINES; i++) nodes[order[i]].next = order[(i + 1) % LINES];
}

/* The address of each load is the value of the one before. */
__attribute__((noinline)) static void chase(void) {
  unsigned at = 0;
  for (int i = 0; i < LINES; i++) at = nodes[at].next;
  sum += at;
}

/* Independent loads. */
__attribute__((noinline)) static void gather(void) {
  for (int i = 0; i < LINES; i++) sum += values[order[i] * WORDS];
}

/* As gather(), but each load waits for those before it. */
__attribute__((noinline)) static void gather_atomically(void) {
  for (int i = 0; i < LINES; i++) {
    sum += others[order[i] * WORDS];
    atomic_fetch_add(&counter, 1);
  }
}

/* As gather(), with a fence after each load. */
__attribute__((noinline)) static void gather_fenced(void) {
  for (int i = 0; i < LINES; i++) {
    sum += values[order[i] * WORDS];
    __builtin_ia32_mfence();
  }
}

/* Stores that miss. */
__attribute__((noinline)) static void scatter(void) {
  for (int i = 0; i < LINES; i++) written[order[i] * WORDS] = i;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static long turn;

static void take_turn(long number) {
  pthread_mutex_lock(&lock);
  while (turn % THREADS != number) pthread_cond_wait(&turned, &lock);
  turn++;
  pthread_cond_broadcast(&turned);
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  const long number = (long)argument;
  long mine = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    for (unsigned i = 0; i < 50; i++) {
      const unsigned line = shuffled(round * 50 + i + (unsigned)number * 7);
      mine += values[line * WORDS];
      if (i % 8 == 0) written[line * WORDS + (unsigned)number] = mine;
      if (i % 16 == 0) atomic_fetch_add(&counter, mine & 1);
    }
    __builtin_ia32_mfence();
    take_turn(number);
  }
  return (void *)mine;
}

static void run_threads(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  prepare();
  if (argc > 1 && strcmp(argv[1], "threads") == 0) {
    run_threads();
  } else {
    chase();
    gather();
    gather_atomically();
    gather_fenced();
    scatter();
  }
  printf("%ld\n", sum + atomic_load(&counter));
  return 0;
}
