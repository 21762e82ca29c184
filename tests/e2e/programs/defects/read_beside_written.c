/* read_beside_written.c: data that all threads read are in the same line as data that one thread writes. With REPAIRED,
 * they are in different lines.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

static struct {
  volatile long limit, step;
#ifdef REPAIRED
  _Alignas(64)
#endif
      volatile long progress;
} state = {.limit = 1000000, .step = 2};

static long results[THREADS];
static pthread_barrier_t all_there;

static void *work(void *argument) {
  const long thread = (long)argument;
  volatile long sum = 0;
  pthread_barrier_wait(&all_there);
  for (int i = 0; i < ROUNDS; i++) {
    if (thread == 0) state.progress = i;
    if (sum < state.limit) sum += state.step;
  }
  results[thread] = sum;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&all_there, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", results[0], state.progress);
  return 0;
}
