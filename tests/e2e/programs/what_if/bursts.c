/* bursts.c: two threads that sum up blocks of their own. After each block, a thread adds to a few counters of its own;
 * all counters are in one line. As the threads do the same work, they reach the line at the same time, unless one is
 * delayed: then the line seldom moves between them. With LOCK, they also add to a common sum under a lock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, ROUNDS = 300, BLOCK = 256, FIGURES = 4, TIMES = 8, LINE = 64 };

static volatile double figures[THREADS][FIGURES] __attribute__((aligned(LINE)));
static volatile double blocks[THREADS][BLOCK] __attribute__((aligned(LINE)));
static pthread_barrier_t start;

#ifdef LOCK
static struct {
  pthread_mutex_t lock;
  double sum;
} both __attribute__((aligned(LINE))) = {PTHREAD_MUTEX_INITIALIZER, 0};

static void add(double sum) {
  pthread_mutex_lock(&both.lock);
  both.sum += sum;
  pthread_mutex_unlock(&both.lock);
}
#else
static void add(double sum) { (void)sum; }
#endif

static void *work(void *argument) {
  const int me = (int)(long)argument;
  pthread_barrier_wait(&start);
  for (int round = 0; round < ROUNDS; round++) {
    double sum = 0;
    for (int i = 0; i < BLOCK; i++) sum += blocks[me][i];
    for (int i = 0; i < TIMES * FIGURES; i++) figures[me][i % FIGURES] += sum;
    add(sum);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&start, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%g %g\n", figures[0][0], figures[1][0]);
  return 0;
}
