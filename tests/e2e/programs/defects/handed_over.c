/* handed_over.c: in each step of a computation, another thread works on each part of the data. With REPAIRED, the same
 * thread does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, PART = 2048, STEPS = 12 };

_Alignas(64) long grid[THREADS][PART];
static pthread_barrier_t step_ends;

static void advance(long *part) {
  for (int i = 0; i < PART; i++) part[i] += i;
}

static void *work(void *argument) {
  const long thread = (long)argument;
  for (int step = 0; step < STEPS; step++) {
#ifdef REPAIRED
    advance(grid[thread]);
#else
    advance(grid[(thread + step) % THREADS]);
#endif
    pthread_barrier_wait(&step_ends);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&step_ends, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", grid[0][7]);
  return 0;
}
