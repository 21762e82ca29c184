/* thread_rows.c: threads write results into blocks that the main thread allocated one after another.
 *
 * Defect: the blocks have 24 bytes, so that the blocks of two threads share a line.
 * Expert: false sharing between heap blocks (struct result): allocate them aligned to 64 bytes, or in the thread.
 * Remedy: with REPAIRED, each block is aligned to, and takes, a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, STEPS = 30000 };

struct result {
  volatile long sum, squares;
  int seed;
};

static void *run(void *argument) {
  struct result *r = argument;
  for (int i = 0; i < STEPS; i++) {
    int value = (i * r->seed) % 10;
    r->sum += value;
    r->squares += value * value;
  }
  return NULL;
}

int main(void) {
  struct result *results[THREADS];
  for (int t = 0; t < THREADS; t++) {
#ifdef REPAIRED
    results[t] = aligned_alloc(64, 64);
#else
    results[t] = malloc(sizeof *results[t]);
#endif
    results[t]->sum = results[t]->squares = 0;
    results[t]->seed = t + 3;
  }
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, run, results[t]);
  long sum = 0;
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
    sum += results[t]->sum + results[t]->squares;
    free(results[t]);
  }
  printf("%ld\n", sum);
  return 0;
}
