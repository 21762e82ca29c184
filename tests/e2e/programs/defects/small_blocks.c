/* small_blocks.c: the main thread allocates a small block for each thread; the blocks lie in the same lines. With
 * REPAIRED: each begins at a line of its own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, STEPS = 60000 };

struct walker {
  unsigned seed;
  int position, lowest, highest;
};

static struct walker *walkers[THREADS];

static void *walk(void *argument) {
  struct walker *walker = argument;
  for (int i = 0; i < STEPS; i++) {
    walker->seed = walker->seed * 1664525u + 1013904223u;
    walker->position += walker->seed >> 31 ? 1 : -1;
    if (walker->position < walker->lowest) walker->lowest = walker->position;
    if (walker->position > walker->highest) walker->highest = walker->position;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int highest = 0;
  for (int i = 0; i < THREADS; i++) {
#ifdef REPAIRED
    walkers[i] = aligned_alloc(64, 64);
#else
    walkers[i] = malloc(sizeof *walkers[i]);
#endif
    *walkers[i] = (struct walker){.seed = (unsigned)i};
  }
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, walk, walkers[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    highest += walkers[i]->highest;
    free(walkers[i]);
  }
  printf("%d\n", highest);
  return 0;
}
