/* parts.c: functions that tests count separately (--count). The first argument selects the workload (`ways` in main()).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/e2e/programs/threads.h"

#define APART __attribute__((noinline, noclone))
enum { WORDS = 2048, MANY = 16 * WORDS, ROUNDS = 6, LINE = 8 };

static volatile long small[WORDS], large[MANY], shared[4 * LINE];

APART static void fill(volatile long *words, int n) {
  for (int i = 0; i < n; i++) words[i] = i;
}

APART static long sum(const volatile long *words, int n) {
  long all = 0;
  for (int i = 0; i < n; i++) all += words[i];
  return all;
}

/* Two parts that use the same functions and data, and evict each other's lines. */
APART static long first(long *block) {
  fill(small, WORDS);
  block[WORDS / 2]++;
  return sum(large, MANY);
}

APART static long second(long *block) {
  fill(large, MANY);
  return sum(small, WORDS) + sum(block, WORDS);
}

static void do_parts(int n) {
  long *block = malloc(WORDS * sizeof *block);
  memset(block, 1, WORDS * sizeof *block);
  for (int i = 0; i < n; i++) block[i] = first(block) - second(block);
  free(block);
}

/* One function stores what another one reads. */
APART static void warm(void) { fill(small, WORDS / 4); }
APART static long reread(void) { return sum(small, WORDS / 4); }

static void do_warm(int n) {
  warm();
  for (int i = 0; i < n; i++) small[i] = reread();
}

/* Calls itself, and stores WORDS / 8 words at each depth. */
APART static long descend(int depth) {
  fill(small + WORDS / 8 * depth, WORDS / 8);
  return depth == 0 ? 0 : 1 + descend(depth - 1);
}

static void do_recursion(int n) {
  fill(large, WORDS / 8);
  small[0] = descend(n);
  fill(large, WORDS / 8);
}

/* An inlined function that calls another one. */
static inline __attribute__((always_inline)) void inlined(int n) {
  for (int i = 0; i < n; i++) small[i] = i;
  fill(large, n);
  for (int i = 0; i < n; i++) small[i] += i;
}

static void do_inlined(int n) {
  fill(shared, LINE);
  inlined(n);
  fill(shared, LINE);
}

/* Two threads store to the same lines, and meet at barriers. One calls `apart`, which is counted; the other calls
 * `otherwise`. */
static pthread_barrier_t barrier;

static void meet(void) { pthread_barrier_wait(&barrier); }

APART static void store(int from) {
  for (int i = 0; i < WORDS; i++) shared[(i + from) % (4 * LINE)] += i;
}

APART static void apart(int from) {
  store(from);
  meet();
  fill(small, WORDS);
}

APART static void otherwise(int from) {
  store(from);
  fill(large, WORDS);
  for (int i = 0; i < 5000; i++) large[i] += sum(large, 4);
  meet();
}

static void *inside(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    apart(i);
    meet();
  }
  return unused;
}

static void *outside(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    otherwise(i + 1);
    meet();
  }
  return unused;
}

static void do_threads(int n) {
  (void)n;
  check(pthread_barrier_init(&barrier, NULL, 2), "pthread_barrier_init");
  const pthread_t one = start(inside, NULL), other = start(outside, NULL);
  join(one);
  join(other);
}

/* A function that is never called. */
APART void never(void) { fill(small, 1); }

int main(int argc, char **argv) {
  static const way ways[] = {{"parts", do_parts},
                             {"warm", do_warm},
                             {"recursion", do_recursion},
                             {"inlined", do_inlined},
                             {"threads", do_threads}};
  return run_way(ways, sizeof ways / sizeof *ways, argc, argv);
}
