/* stripes.c: threads take the locks of an array in random order, hardly ever the same at the same time. With -DBESIDE,
 * each lock is beside its count. With -DONE, all threads take the same lock. With -DSETUP, the main thread first works
 * alone for a long time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, STRIPES = 32, ROUNDS = 20000 };

#ifdef BESIDE
static struct stripe {
  pthread_spinlock_t lock;
  int count;
} stripes[STRIPES];
#define LOCK(s) &stripes[s].lock
#define COUNT(s) stripes[s].count
#else
static pthread_spinlock_t locks[STRIPES];
typedef struct {
  _Alignas(64) int count;
} guard;
static guard guarded[STRIPES];
#define LOCK(s) &locks[s]
#define COUNT(s) guarded[s].count
#endif

static void *work(void *first) {
  unsigned random = (unsigned)(size_t)first * 977 + 1;
  for (int i = 0; i < ROUNDS; i++) {
    random = random * 1664525 + 1013904223;
#ifdef ONE
    const unsigned s = 0;
#else
    const unsigned s = random >> 12 & (STRIPES - 1);
#endif
    pthread_spin_lock(LOCK(s));
    COUNT(s)++;
    pthread_spin_unlock(LOCK(s));
  }
  return NULL;
}

#ifdef SETUP
static long set_up(void) {
  unsigned random = 1;
  for (int i = 0; i < 12000000; i++) random = random * 1664525 + 1013904223;
  return random & 1;
}
#else
static long set_up(void) { return 0; }
#endif

int main(void) {
  pthread_t threads[THREADS];
  long sum = set_up();
  for (int s = 0; s < STRIPES; s++) pthread_spin_init(LOCK(s), PTHREAD_PROCESS_PRIVATE);
  for (size_t t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int s = 0; s < STRIPES; s++) sum += COUNT(s);
  printf("%ld\n", sum);
  return 0;
}
