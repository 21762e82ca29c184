/* triangle.c: threads sum the rows of a triangular matrix, with equal numbers of rows for each thread.
 *
 * Defect: later rows are longer, so that the last thread has 7 times the work of the first one. The others wait at the
 *   barrier.
 * Expert: load imbalance: distribute the rows in turn, or by their lengths.
 * Remedy: with REPAIRED, thread t takes the rows t, 2 T - 1 - t, and so on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROWS = 1000, STEPS = 8 };

static float rows[ROWS][ROWS];
static double sums[THREADS][8];
static pthread_barrier_t barrier;

static double row_sum(int i) {
  double sum = 0;
  for (int j = 0; j <= i; j++) sum += rows[i][j] * (float)(i - j);
  return sum;
}

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
  double sum = 0;
  for (int step = 0; step < STEPS; step++) {
#ifdef REPAIRED
    for (int i = 0; i < ROWS; i++)
      if (i % (2 * THREADS) == me || i % (2 * THREADS) == 2 * THREADS - 1 - me) sum += row_sum(i);
#else
    for (int i = me * ROWS / THREADS; i < (me + 1) * ROWS / THREADS; i++) sum += row_sum(i);
#endif
    pthread_barrier_wait(&barrier);
  }
  sums[me][0] = sum;
  return NULL;
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++) rows[i][j] = (float)((i * j) % 5);
  pthread_barrier_init(&barrier, NULL, THREADS);
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
