/* numbered.c: threads take numbers from a library, which takes a lock of its own for each number. The program has another
 * lock. With -DLIBRARY: the library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>

long next_number(void);

#ifdef LIBRARY

static pthread_mutex_t numbers_lock = PTHREAD_MUTEX_INITIALIZER;
static long numbers;

long next_number(void) {
  pthread_mutex_lock(&numbers_lock);
  const long number = numbers++;
  pthread_mutex_unlock(&numbers_lock);
  return number;
}

#else

enum { THREADS = 4, ITEMS = 2000, TOGETHER = 4 };

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(64) long total[8];

static __attribute__((noinline)) void add(long sum) {
  pthread_mutex_lock(&total_lock);
  total[0] += sum;
  pthread_mutex_unlock(&total_lock);
}

static void *work(void *unused) {
  long sum = 0;
  (void)unused;
  for (int i = 0; i < ITEMS; i++) {
    sum += next_number();
    if (i % TOGETHER == 0) add(sum);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, NULL);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  printf("%ld\n", total[0]);
  return 0;
}

#endif
