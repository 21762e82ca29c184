/* tallies.c: each thread counts in a row of its own, of seven counts, of an array; its rows begin 56 bytes apart.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, KINDS = 7, ROUNDS = 30000 };

static long tallies[THREADS][KINDS];

static void *work(void *row) {
  volatile long *mine = row;
  for (int i = 0; i < ROUNDS; i++) mine[i % KINDS]++;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  long sum = 0;
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, tallies[t]);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int k = 0; k < THREADS * KINDS; k++) sum += tallies[k / KINDS][k % KINDS];
  printf("%ld\n", sum);
  return 0;
}
