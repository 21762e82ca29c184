/* stack_vars.c: variables on the stack: scalars, arrays, a struct, in recursion, in other functions' frames, and in
 * threads. All are volatile, so that optimized code refers to them as often as the source states.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>

enum {
  LENGTH = 1000,
  ROUNDS = 20,
  KEYS = 300,
  DEEP = 50,
  OWN = 64,
  FAR_BYTES = 200 << 10,
  FAR_STEP = 64,
  SHARED_ROUNDS = 2000
};

typedef struct {
  long key;
  double values[4];
  char tag;
} item;

static double use_array(void) {
  volatile double buffer[LENGTH];
  volatile double sum = 0;
  for (long i = 0; i < LENGTH; i++) buffer[i] = (double)i;
  for (long round = 0; round < ROUNDS; round++)
    for (long i = 0; i < LENGTH; i++) sum += buffer[i];
  return sum;
}

static long use_struct(void) {
  volatile item record;
  record.tag = 'x';
  for (long i = 0; i < 4; i++) record.values[i] = 0;
  for (long i = 0; i < KEYS; i++) record.key = i;
  return record.key + record.tag;
}

static long descend(long depth) {
  volatile long level = depth;
  return depth == 0 ? level : descend(depth - 1) + level;
}

static void fill(volatile long *table) {
  for (long i = 0; i < OWN; i++) table[i] = i;
}

static void use_large(void) {
  volatile char large[FAR_BYTES];
  for (long i = 0; i < FAR_BYTES; i += FAR_STEP) large[i] = 1;
}

static pthread_barrier_t begin;

static void *work(void *shared) {
  volatile long own[OWN], *counter = shared;
  pthread_barrier_wait(&begin);
  for (long i = 0; i < OWN; i++) own[i] = 2 * i;
  for (long i = 0; i < SHARED_ROUNDS; i++) ++*counter;
  return NULL;
}

/* While threads work, this is the innermost frame, instead of that of main. */
static void wait_for(const pthread_t *threads) {
  pthread_barrier_wait(&begin);
  for (long i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(void) {
  volatile long table[OWN];
  long counters[2] = {0, 0};
  pthread_t threads[2];
  fill(table);
  use_large();
  const double sum = use_array() + (double)use_struct() + (double)descend(DEEP - 1);
  pthread_barrier_init(&begin, NULL, 3);
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &counters[i]);
  wait_for(threads);
  return sum < 0 || counters[0] + counters[1] != 2 * SHARED_ROUNDS;
}
