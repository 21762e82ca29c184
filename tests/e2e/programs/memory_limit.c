/* memory_limit.c: allocates memory in the way that its first argument names until there is no more, works, and ends
 * without an error. "own": it limits its address space first.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { WORDS = 1000, PAGE = 4096, BLOCK = 1 << 20, SMALL = 3000 };
static volatile long before[WORDS], after[WORDS];

__attribute__((noinline)) static void work(volatile long *words) {
  for (int i = 0; i < WORDS; i++) words[i] = i;
}

static void touch(char *block, size_t bytes) {
  for (size_t i = 0; i < bytes; i += PAGE) block[i] = 1;
}

static void take_blocks(void) {
  for (char *block; (block = malloc(BLOCK)) != NULL;) touch(block, BLOCK);
}

static void take_small_blocks(void) {
  for (char *block; (block = malloc(SMALL)) != NULL;) touch(block, SMALL);
}

static void take_pages(void) {
  for (char *pages;
       (pages = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED;)
    touch(pages, BLOCK);
}

static void limit_and_take(void) {
  if (setrlimit(RLIMIT_AS, &(struct rlimit){700ul << 20, 700ul << 20}) != 0) exit(2);
  take_blocks();
}

static const struct {
  const char *name;
  void (*take)(void);
} ways[] = {{"malloc", take_blocks}, {"small", take_small_blocks}, {"mmap", take_pages}, {"own", limit_and_take}};

int main(int argc, char **argv) {
  static char buffer[BUFSIZ];
  setbuf(stdout, buffer);
  work(before);
  for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
    if (argc == 2 && strcmp(argv[1], ways[way].name) == 0) ways[way].take();
  work(after);
  puts("worked");
  return 3;
}
