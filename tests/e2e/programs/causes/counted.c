/* counted.c: for each use of an object, each thread adds one to its reference count, and subtracts one afterwards.
 * -DEVENTS: the field counts something else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, USES = 20000 };

#ifdef EVENTS
#define COUNT events
#else
#define COUNT ref
#endif

struct count {
  int n;
};

struct settings {
  char name[32];
  int limits[6];
  struct count COUNT;
  int mode;
};

#define GET(object) __atomic_fetch_add(&(object)->COUNT.n, 1, __ATOMIC_RELAXED)
#define PUT(object) (__atomic_sub_fetch(&(object)->COUNT.n, 1, __ATOMIC_ACQ_REL) == 0 ? free(object) : (void)0)

static struct settings *current;
static long sums[THREADS][16];

static void *use(void *number) {
  long sum = 0;
  for (int i = 0; i < USES; i++) {
    GET(current);
    sum += current->limits[i % 6] + current->mode;
    PUT(current);
  }
  sums[(long)number][0] = sum;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  current = calloc(1, sizeof *current);
  current->COUNT.n = 1;
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, use, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", sums[0][0]);
  return 0;
}
