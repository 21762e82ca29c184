/* team.h: a program whose threads, including the main thread, each do the same work on their own share of the data.
 * Its arguments: the number of threads, a divisor of the amount of work, and a factor of it. A single thread does the
 * same work as each of several threads. With no thread the program only starts and ends.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef TEAM_MOST
#define TEAM_MOST 16
#endif
enum { TEAM_DEFAULT = 4, TEAM_LINE = 64 };

/* The work of a thread; `number`: its number, from 0. */
typedef void team_work(unsigned number);

static team_work *team_task;

static inline void *team_start(void *number) {
  team_task((unsigned)(uintptr_t)number);
  return NULL;
}

/* Returns the number of threads: the first argument, or TEAM_DEFAULT. */
static inline unsigned team_size(int argc, char **argv) {
  const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : TEAM_DEFAULT;
  return n <= TEAM_MOST ? (unsigned)n : TEAM_MOST;
}

/* Returns the amount of work of each thread: `amount` divided by the second argument, but at least 1, times the third
 * argument. Missing arguments are 1. */
static inline unsigned team_amount(int argc, char **argv, unsigned amount) {
  const unsigned long by = argc > 2 ? strtoul(argv[2], NULL, 10) : 1, times = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
  return (by < amount ? amount / (unsigned)(by > 0 ? by : 1) : 1) * (unsigned)times;
}

/* Runs `work` in n threads, and returns when all have ended. */
static inline void team_run(unsigned n, team_work *work) {
  pthread_t threads[TEAM_MOST];
  team_task = work;
  for (unsigned i = 1; i < n; i++)
    if (pthread_create(&threads[i], NULL, team_start, (void *)(uintptr_t)i) != 0) abort();
  if (n > 0) work(0);
  for (unsigned i = 1; i < n; i++) pthread_join(threads[i], NULL);
}

#endif
