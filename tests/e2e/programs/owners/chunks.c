/* SPDX-License-Identifier: GPL-2.0-or-later
 * chunks.c: malloc takes a small block from a large free chunk. Its own list then has an address at the end of the
 * small block. */
#include <stdlib.h>
#include <string.h>

struct shelf {
  size_t sizes[4];
  void *books;
  size_t more[2];
};

static __attribute__((noinline)) void *get(size_t bytes) {
  void *block = malloc(bytes);
  if (block == NULL) abort();
  memset(block, 0, bytes);
  return block;
}

static __attribute__((noinline)) void put(void **to, size_t bytes) { *to = get(bytes); }

static __attribute__((noinline)) struct shelf *make(size_t bytes) {
  struct shelf *shelf = get(sizeof *shelf);
  put(&shelf->books, bytes);
  return shelf;
}

int main(void) {
  void *hole = get(40000), *guard = get(16);
  free(hole);
  void *sorted = get(60000);
  struct shelf *mine = make(800000);
  void *later = get(70000), *small = get(3000);
  return mine->books == NULL || guard == sorted || later == small;
}
