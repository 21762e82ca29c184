/* cyclic.c: threads update the elements of an array in turns.
 *
 * Defect: thread t takes the elements t, t + 4, t + 8 and so on, so that each line is written by all threads.
 * Expert: false sharing in position, because of the cyclic distribution: give each thread a contiguous part.
 * Remedy: with REPAIRED, each thread takes a quarter of the array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, N = 20000, STEPS = 4 };

static double position[N], speed[N];

static void *move(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int step = 0; step < STEPS; step++)
#ifdef REPAIRED
    for (int i = me * (N / THREADS); i < (me + 1) * (N / THREADS); i++) position[i] += speed[i] * 0.1;
#else
    for (int i = me; i < N; i += THREADS) position[i] += speed[i] * 0.1;
#endif
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) speed[i] = i % 13 - 6;
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, move, (void *)(intptr_t)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  double sum = 0;
  for (int i = 0; i < N; i++) sum += position[i] * (i % 3);
  printf("%.6f\n", sum);
  return 0;
}
