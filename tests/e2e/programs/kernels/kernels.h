/* kernels.h: the common part of classic parallel kernels. Their threads do the same work on parts of one problem, in
 * phases that end at barriers. The main thread is one of the threads. The arguments are the number of threads and the
 * size of the problem. Each program compares its results with those of a sequential computation, and prints a checksum
 * of them, which does not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <inttypes.h>
#include <stdint.h>

#include "tests/e2e/programs/threads.h"

enum { MOST_THREADS = 16, LINE = 64 };

/* The work of a thread; `number` starts at 0. */
typedef void kernel_work(unsigned number);

static unsigned n_threads;
static pthread_barrier_t kernel_barrier;
static kernel_work *kernel_task;

/* The items of a thread: `first` to `end` - 1. */
typedef struct {
  unsigned first, end;
} share;

static inline share share_of(unsigned items, unsigned number) {
  return (share){(unsigned)((uint64_t)items * number / n_threads),
                 (unsigned)((uint64_t)items * (number + 1) / n_threads)};
}

/* Ends a phase. */
static inline void meet(void) {
  const int error = pthread_barrier_wait(&kernel_barrier);
  EXPECT(error == 0 || error == PTHREAD_BARRIER_SERIAL_THREAD);
}

/* Reads the arguments; returns the size. */
static inline unsigned kernel_arguments(int argc, char **argv, unsigned size) {
  n_threads = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
  EXPECT(n_threads >= 1 && n_threads <= MOST_THREADS);
  return argc > 2 ? (unsigned)atoi(argv[2]) : size;
}

static inline void *kernel_start(void *number) {
  kernel_task((unsigned)(uintptr_t)number);
  return NULL;
}

/* Executes `work` in all threads, and returns when all have ended. */
static inline void kernel_run(kernel_work *work) {
  pthread_t threads[MOST_THREADS];
  kernel_task = work;
  check(pthread_barrier_init(&kernel_barrier, NULL, n_threads), "pthread_barrier_init");
  for (unsigned i = 1; i < n_threads; i++) threads[i] = start(kernel_start, (void *)(uintptr_t)i);
  work(0);
  for (unsigned i = 1; i < n_threads; i++) join(threads[i]);
}

/* Returns memory that is zero and starts at a cache line. */
static inline void *kernel_memory(size_t n, size_t bytes) {
  void *memory = NULL;
  check(posix_memalign(&memory, LINE, n * bytes), "posix_memalign");
  return memset(memory, 0, n * bytes);
}

/* Returns the next number of a fixed random sequence (Marsaglia's xorshift, 2003). */
static inline uint32_t kernel_dice(void) {
  static uint32_t x = 2463534242;
  x ^= x << 13;
  x ^= x >> 17;
  return x ^= x << 5;
}

/* Returns a number of at least 0 and less than 1. */
static inline double kernel_fraction(void) { return kernel_dice() / 4294967296.0; }

/* Prints a checksum of all bits. */
static inline void kernel_print(const void *results, size_t bytes) {
  const uint8_t *byte = results;
  uint64_t sum = 14695981039346656037u; /* Fowler, Noll and Vo's */
  for (size_t i = 0; i < bytes; i++) sum = (sum ^ byte[i]) * 1099511628211u;
  printf("%016" PRIx64 "\n", sum);
}
