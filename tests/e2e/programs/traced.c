/* traced.c: functions that store a known number of words each, for traces of parts of a program. The first argument
 * names the way, the second is how often.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <setjmp.h>

#include "memspy/memspy.h"
#include "tests/e2e/programs/threads.h"

enum { WORDS = 10, DEPTH = 3, THREADS = 3, BLOCKS = 64 };

static volatile long own[WORDS], leaves[WORDS], outsides[WORDS];
static jmp_buf back;

__attribute__((noinline)) static void leaf(void) {
  for (int i = 0; i < WORDS; i++) leaves[i] = i;
}

/* Calls itself until it has been executed this often. */
__attribute__((noinline)) static void traced_part(int depth) {
  for (int i = 0; i < WORDS; i++) own[i] = i;
  leaf();
  if (depth > 1) traced_part(depth - 1);
}

/* Never returns. */
__attribute__((noinline)) static void traced_jump(void) {
  for (int i = 0; i < WORDS; i++) own[i] = i;
  longjmp(back, 1);
}

__attribute__((noinline)) static void outside(void) {
  for (int i = 0; i < WORDS; i++) outsides[i] = i;
  leaf();
}

static void do_functions(int n) {
  for (int i = 0; i < n; i++) {
    outside();
    traced_part(DEPTH);
  }
  outside();
}

/* Stores to a variable of a function that called it directly or indirectly. */
__attribute__((noinline)) static void traced_store(volatile long *words) {
  for (int i = 0; i < WORDS; i++) words[i] = i;
}

__attribute__((noinline)) static void near_caller(void) {
  volatile long near_words[WORDS];
  traced_store(near_words);
}

__attribute__((noinline)) static void between(volatile long *words) {
  outside();
  traced_store(words);
  outside();
}

__attribute__((noinline)) static void far_caller(void) {
  volatile long far_words[2 * WORDS];
  traced_store(far_words);
  between(far_words + WORDS);
}

static void do_frames(int n) {
  for (int i = 0; i < n; i++) {
    near_caller();
    far_caller();
  }
}

static void do_jumps(int n) {
  for (volatile int i = 0; i < n; i++) {
    if (setjmp(back) == 0) traced_jump();
    outside();
  }
}

static void do_requests(int n) {
  for (int i = 0; i < n; i++) {
    outside();
    MEMSPY_TRACE_START;
    traced_part(DEPTH);
    MEMSPY_TRACE_STOP;
  }
  outside();
}

static void *run_functions(void *argument) {
  do_functions((int)(long)argument);
  return argument;
}

static void do_threads(int n) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) threads[i] = start(run_functions, (void *)(long)n);
  for (int i = 0; i < THREADS; i++) join(threads[i]);
}

/* Much that a tool may have to examine, in one thread and in several. */
static void *run_blocks(void *argument) {
  void *blocks[BLOCKS] = {NULL};
  for (long i = 0; i < (long)argument; i++) {
    free(blocks[i % BLOCKS]);
    blocks[i % BLOCKS] = malloc((size_t)(i % 1000) + 1);
    EXPECT(blocks[i % BLOCKS] != NULL);
    leaf();
  }
  for (int i = 0; i < BLOCKS; i++) free(blocks[i]);
  return argument;
}

static void do_blocks(int n) {
  run_blocks((void *)(long)n);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) threads[i] = start(run_blocks, (void *)(long)n);
  for (int i = 0; i < THREADS; i++) join(threads[i]);
}

static const way ways[] = {
    {"functions", do_functions}, {"jumps", do_jumps},   {"requests", do_requests},
    {"threads", do_threads},     {"blocks", do_blocks}, {"frames", do_frames},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
