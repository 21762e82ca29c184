/* sampled.c: repeats several kinds of work, for runs of which only samples are simulated.
 *
 * sampled work N: N rounds. sampled threads N: the same in four threads. sampled troubles N: with signals, jumps out of
 * calls, and a child that does work of its own. sampled half N: every other round is not collected.
 * sampled mixed N, sampled mixes N: stretches without references and with many by turns, in one thread and in four.
 * sampled clock N: asks for the time again and again, and frees nothing,
 * between two samples. All print what they have computed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "memspy/memspy.h"

enum { WORDS = 1 << 16, THREADS = 4, DEPTH = 40, BLOCKS = 64, PART = 4096 };

static uint64_t shared_sums[THREADS];
static void *volatile nothing;

typedef struct {
  uint64_t *walked; /* in order */
  uint32_t *next;   /* a path through all of it, in random order */
  uint32_t at;
  uint64_t sum;
} work;

static void make(work *w) {
  w->walked = malloc(WORDS * sizeof *w->walked);
  w->next = malloc(WORDS * sizeof *w->next);
  for (uint32_t i = 0; i < WORDS; i++) {
    w->walked[i] = i;
    w->next[i] = (i * 40503u + 12345u) % WORDS;
  }
}

static __attribute__((noinline)) void walk(work *w) {
  for (uint32_t i = 0; i < WORDS; i += 2) w->sum += w->walked[i]++;
}

static __attribute__((noinline)) void chase(work *w) {
  for (uint32_t i = 0; i < WORDS / 4; i++) w->sum += w->at = w->next[w->at];
}

static __attribute__((noinline)) uint64_t dig(unsigned depth) {
  uint64_t frame[8];
  for (unsigned i = 0; i < 8; i++) frame[i] = depth * i;
  if (depth != 0) frame[depth % 8] += dig(depth - 1);
  return frame[0] + frame[depth % 8];
}

static __attribute__((noinline)) void churn(work *w) {
  char *blocks[BLOCKS];
  for (unsigned i = 0; i < BLOCKS; i++) memset(blocks[i] = malloc(64 + 16 * i), (int)i, 64);
  for (unsigned i = 0; i < BLOCKS; i++) {
    w->sum += (unsigned char)blocks[i][i % 64];
    free(blocks[i]);
  }
}

static void round_of(work *w) {
  walk(w);
  chase(w);
  for (unsigned i = 0; i < 64; i++) w->sum += dig(DEPTH);
  for (unsigned i = 0; i < 8; i++) churn(w);
}

#define STEP x = (x ^ x >> 7) * 3 + i;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

/* About 200,000 instructions each. */
static __attribute__((noinline)) uint64_t compute(uint64_t x) {
  for (unsigned i = 0; i < 2000; i++) {
    STEPS STEPS
  }
  return x;
}

static __attribute__((noinline)) void scan(work *w) {
  for (uint32_t i = 0; i < 35000; i++) w->sum += w->walked[i % 2048]++;
}

static uint64_t mixed_rounds(unsigned n) {
  work w = {0};
  make(&w);
  for (unsigned i = 0; i < n; i++) {
    w.sum += compute(w.sum);
    scan(&w);
  }
  free(w.walked);
  free(w.next);
  return w.sum;
}

static bool collects_half, mixes;

static uint64_t rounds(unsigned n) {
  work w = {0};
  make(&w);
  for (unsigned i = 0; i < n; i++) {
    if (collects_half && i % 2 == 0) MEMSPY_STOP;
    if (collects_half && i % 2 != 0) MEMSPY_START;
    round_of(&w);
  }
  free(w.walked);
  free(w.next);
  return w.sum;
}

static unsigned n_rounds;

static void *thread(void *number) {
  shared_sums[(uintptr_t)number] = mixes ? mixed_rounds(n_rounds) : rounds(n_rounds);
  return NULL;
}

static void threads(void) {
  pthread_t all[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&all[i], NULL, thread, (void *)i);
  for (unsigned i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
  uint64_t sum = 0;
  for (unsigned i = 0; i < THREADS; i++) sum += shared_sums[i];
  printf("%llu\n", (unsigned long long)sum);
}

static jmp_buf back;
static volatile sig_atomic_t handled;
static volatile uint64_t handler_sum;

static void handler(int signal) {
  (void)signal;
  handled++;
  handler_sum += dig(DEPTH);
}

/* Returns only from a depth that is never reached. */
static __attribute__((noinline)) unsigned leap(unsigned depth) {
  volatile char frame[PART];
  frame[depth % PART] = 1;
  if (depth == 0) longjmp(back, 1);
  return depth > PART ? 0 : leap(depth - 1) + (unsigned char)frame[depth % PART];
}

static void troubles(void) {
  volatile unsigned leaps = 0;
  signal(SIGUSR1, handler);
  for (volatile unsigned i = 0; i < 40 * n_rounds; i++) {
    raise(SIGUSR1);
    if (setjmp(back) == 0)
      leaps += leap(i % 9);
    else
      leaps++;
  }
  const pid_t child = fork();
  const uint64_t sum = rounds(n_rounds);
  if (child == 0) _exit(sum % 100 == rounds(n_rounds) % 100 ? 7 : 8);
  int status = 0;
  waitpid(child, &status, 0);
  printf("%llu %d %u %llu %d\n", (unsigned long long)sum, (int)handled, leaps, (unsigned long long)handler_sum,
         WEXITSTATUS(status));
}

static void clocks(void) {
  struct timespec now;
  unsigned later = 0;
  long last = -1;
  for (unsigned i = 0; i < 1000 * n_rounds; i++) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    later += now.tv_nsec != last;
    last = now.tv_nsec;
  }
  for (unsigned i = 0; i < 10000 * n_rounds; i++) free(nothing);
  printf("%d\n", later > 900 * n_rounds);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  n_rounds = (unsigned)atoi(argv[2]);
  mixes = strcmp(argv[1], "mixes") == 0;
  if (strcmp(argv[1], "threads") == 0 || mixes)
    threads();
  else if (strcmp(argv[1], "mixed") == 0)
    printf("%llu\n", (unsigned long long)mixed_rounds(n_rounds));
  else if (strcmp(argv[1], "troubles") == 0)
    troubles();
  else if (strcmp(argv[1], "clock") == 0)
    clocks();
  else {
    collects_half = strcmp(argv[1], "half") == 0;
    printf("%llu\n", (unsigned long long)rounds(n_rounds));
  }
  return 0;
}
