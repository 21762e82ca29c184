/* near_words.c: two threads that increment words of one line, or of different lines, by several kinds of code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { TURNS = 4000, THREADS = 2 };

static struct {
  _Alignas(256) atomic_long near[THREADS];
  struct {
    _Alignas(256) atomic_long word;
  } padded[THREADS];
} words;

static pthread_barrier_t barrier;

#define LOAD(place) atomic_load_explicit(place, memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(place, value, memory_order_relaxed)

/* Defines a loop for words of one line and a loop for words of different lines. `body` uses `place`. */
#define LOOPS(name, body)                                            \
  __attribute__((noinline)) static void near_##name(long thread) {   \
    atomic_long *const place = &words.near[thread];                  \
    for (long i = 0; i < TURNS; i++) body;                           \
  }                                                                  \
  __attribute__((noinline)) static void padded_##name(long thread) { \
    atomic_long *const place = &words.padded[thread].word;           \
    for (long i = 0; i < TURNS; i++) body;                           \
  }

LOOPS(stores, STORE(place, LOAD(place) + 1))
LOOPS(modifies, __asm__ volatile("addq $1, %0" : "+m"(*place)))
LOOPS(overwrites, STORE(place, i))

/* A loop with more instructions for each increment. */
LOOPS(works, {
  long value = LOAD(place);
  __asm__ volatile("lea 1(%0), %0\n\tlea 1(%0), %0\n\tlea 1(%0), %0\n\tlea 1(%0), %0" : "+r"(value));
  STORE(place, value);
})

static void *run(void *argument) {
  const long thread = (long)argument;
  void (*const loops[])(long) = {near_stores,     padded_stores,     near_modifies, padded_modifies,
                                 near_overwrites, padded_overwrites, near_works,    padded_works};
  for (unsigned i = 0; i < sizeof loops / sizeof loops[0]; i++) {
    pthread_barrier_wait(&barrier);
    loops[i](thread);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", LOAD(&words.near[0]), LOAD(&words.padded[1].word));
  return 0;
}
