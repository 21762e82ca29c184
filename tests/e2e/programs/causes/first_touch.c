/* first_touch.c: four threads use parts of an array. By default, the main thread sets it up. -DPARALLEL: each thread
 * sets its own part up. -DSHIFTED: each thread sets the part of the next thread up. -DALL: the main thread sets
 * it up, and each thread uses all of it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 160000, THREADS = 4, PART = N / THREADS, ROUNDS = 4 };
static double *field, sums[THREADS][8];
static pthread_barrier_t ready;

__attribute__((noinline)) static void set_up(long first, long end) {
  for (long i = first; i < end; i++) field[i] = (double)(i % 9);
}

static void *work(void *number) {
  const long t = (long)number;
  double sum = 0;
#if defined(PARALLEL)
  set_up(t * PART, (t + 1) * PART);
#elif defined(SHIFTED)
  set_up((t + 1) % THREADS * PART, ((t + 1) % THREADS + 1) * PART);
#endif
  pthread_barrier_wait(&ready);
  for (int r = 0; r < ROUNDS; r++)
#ifdef ALL
    for (long i = 0; i < N; i++) sum += field[i];
#else
    for (long i = t * PART; i < (t + 1) * PART; i++) sum += field[i];
#endif
  sums[t][0] = sum;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  field = malloc(N * sizeof *field);
#if !defined(PARALLEL) && !defined(SHIFTED)
  set_up(0, N);
#endif
  pthread_barrier_init(&ready, NULL, THREADS);
  for (long t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)t);
  for (long t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  printf("%g\n", sums[0][0] + sums[THREADS - 1][0]);
  free(field);
  return 0;
}
