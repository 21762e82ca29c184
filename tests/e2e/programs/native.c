/* native.c: prints the addresses of its stack, blocks, mappings and library functions, the depth of the stack in an
 * allocator of its own, and what a program can find out about Valgrind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memspy/memspy.h"

static char pool[4096];
static size_t used;
static void *frame; /* frame address in the allocator's last call */

/* An allocation function of the program. */
__attribute__((noinline)) void *memalign(size_t alignment, size_t bytes) {
  char place[64];
  frame = place;
  memset(place, (int)alignment, sizeof place);
  used += bytes;
  return pool + used - bytes;
}

static void *thread(void *argument) {
  void *block = malloc(100);
  printf("thread: %p %p\n", (void *)&block, block);
  free(block);
  return argument;
}

static void print_addresses(void) {
  int local = 0;
  void *small = malloc(24), *large = malloc(1 << 20);
  void *map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *own = memalign(16, 64);
  char *grown = realloc(malloc(10), 1000);
  printf("%p %p %p %p %p %p %p\n", (void *)&local, small, large, map, own, frame, (void *)grown);
  printf("%p %p\n", (void *)&printf, (void *)&qsort);
  free(small);
  free(large);
  free(grown);
}

static void print_requests(const char *who) {
  printf("%s: running on valgrind %d, dump %d\n", who, (int)RUNNING_ON_VALGRIND, MEMSPY_DUMP("here"));
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "requests") == 0) {
    print_requests("parent");
    if (fork() == 0) {
      print_requests("child");
      _exit(0);
    }
    wait(NULL);
    for (volatile long i = 0; i < 3000000; i++) continue;
    print_requests("parent later");
    return 0;
  }
  pthread_t other;
  print_addresses();
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  return 0;
}
