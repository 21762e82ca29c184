/* faulting.c: touches a number of pages of each kind of data, each page once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
  PAGE = 4096,
  OF_STATIC = 210,
  OF_HEAP = 320,
  OF_RELEASED = 110,
  OF_MAPPING = 150,
  OF_STACK = 130,
  OF_THREAD = 90
};

static char counters[OF_STATIC * PAGE];

__attribute__((noinline)) static void touch(volatile char *first, int pages) {
  for (int i = 0; i < pages; i++) first[(long)i * PAGE] = 1;
}

__attribute__((noinline)) static void go_deep(void) {
  volatile char room[OF_STACK * PAGE];
  touch(room, OF_STACK);
}

static void *run(void *argument) {
  volatile char room[OF_THREAD * PAGE];
  touch(room, OF_THREAD);
  return argument;
}

int main(void) {
  pthread_t thread;
  touch(counters, OF_STATIC);
  char *released = malloc(OF_RELEASED * PAGE);
  touch(released, OF_RELEASED);
  free(released);
  char *blocks = malloc(OF_HEAP * PAGE);
  touch(blocks, OF_HEAP);
  touch(mmap(NULL, OF_MAPPING * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), OF_MAPPING);
  go_deep();
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  for (int i = 0; i < 1000; i++) free(realloc(malloc((size_t)i), (size_t)(2 * i + 1)));
  return blocks[1];
}
