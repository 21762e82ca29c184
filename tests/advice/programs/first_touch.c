/* first_touch.c: the main thread initialises arrays that the threads of two nodes then use.
 *
 * Machine: --nodes=2
 * Defect: the main thread touches all pages first, so that all pages are on its node: half of the threads use remote
 *   memory.
 * Expert: remote memory: initialise values in the threads that use them.
 * Remedy: with REPAIRED, each thread initialises its own part.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, PART = 150000 };

static double *values;
static double sums[THREADS][8];

static void initialise(int part) {
  for (int i = 0; i < PART; i++) values[(size_t)part * PART + i] = i % 9;
}

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
#ifdef REPAIRED
  initialise(me);
#endif
  double sum = 0;
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < PART; i++) sum += values[(size_t)me * PART + i];
  sums[me][0] = sum;
  return NULL;
}

int main(void) {
  values = aligned_alloc(4096, ((size_t)THREADS * PART * sizeof *values + 4095) / 4096 * 4096);
#ifndef REPAIRED
  for (int t = 0; t < THREADS; t++) initialise(t);
#endif
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)(intptr_t)t);
  double sum = 0;
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
    sum += sums[t][0];
  }
  printf("%g\n", sum);
  return 0;
}
