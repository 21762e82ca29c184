/* recording.c: touches a number of pages of heap blocks that are hard to record: a block in the former stacks of threads
 * that ended, a block of the parent in a child, and a block that a deep recursion allocates.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, THREADS = 30, OF_LARGE = 6000, OF_SHARED = 140, DEPTH = 2000, OF_DEEP = 60 };

__attribute__((noinline)) static void touch(volatile char *first, int pages) {
  for (int i = 0; i < pages; i++) first[(long)i * PAGE] = 1;
}

static void *rest(void *argument) {
  pthread_barrier_wait(argument);
  return NULL;
}

static void run_threads(void) {
  pthread_t threads[THREADS];
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, rest, &barrier);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

__attribute__((noinline)) static int recurse(int depth) {
  if (depth > 0) return recurse(depth - 1) + 1;
  char *deep = malloc(OF_DEEP * PAGE);
  touch(deep, OF_DEEP);
  return deep[PAGE];
}

int main(void) {
  run_threads();
  char *large = malloc(OF_LARGE * PAGE);
  touch(large, OF_LARGE);
  char *shared = malloc(OF_SHARED * PAGE);
  const pid_t child = fork();
  if (child == 0) {
    touch(shared, OF_SHARED);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  return large[1] + shared[1] + recurse(DEPTH) < 0;
}
