/* counters.c: threads count in neighbouring words. With REPAIRED, each thread's word is in a line of its own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

#ifdef REPAIRED
enum { APART = 8 };
#else
enum { APART = 1 };
#endif

_Alignas(64) volatile long counts[THREADS * APART];

static void *count(void *argument) {
  const long thread = (long)argument;
  for (int i = 0; i < ROUNDS; i++) counts[thread * APART]++;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", counts[0]);
  return 0;
}
