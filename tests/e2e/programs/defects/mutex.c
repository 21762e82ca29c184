/* mutex.c: threads take one mutex for each item of their work. With REPAIRED: each thread takes it once, at the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ITEMS = 4000, WORK = 30 };

static pthread_mutex_t results_lock = PTHREAD_MUTEX_INITIALIZER;
static long results;

static void *work(void *number) {
  long own = 0;
  for (int i = 0; i < ITEMS; i++) {
    long item = (long)number;
    for (int j = 0; j < WORK; j++) item = item * 31 + i;
#ifdef REPAIRED
    own += item % 7;
  }
  pthread_mutex_lock(&results_lock);
  results += own;
  pthread_mutex_unlock(&results_lock);
#else
    own = item % 7;
    pthread_mutex_lock(&results_lock);
    results += own;
    pthread_mutex_unlock(&results_lock);
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", results);
  return 0;
}
