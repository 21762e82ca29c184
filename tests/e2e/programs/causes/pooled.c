/* pooled.c: an allocator takes pools of 16 KB, each of which begins with a header and contains objects of 40 bytes. The
 * program visits the objects in random order. With -DOBJECTS, a pool is an array of headers, which the program visits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { POOLS = 60, POOL = 16384, OBJECT = 40, VISITS = 200000 };

struct pool {
  struct pool *next, *previous;
  char *unused;
  int count, limit;
  long size, kind;
};

#ifdef OBJECTS
enum { BYTES = POOL / sizeof(struct pool) * sizeof(struct pool), EACH = BYTES / sizeof(struct pool), HEADER = 0 };
#else
enum { BYTES = POOL, EACH = (POOL - sizeof(struct pool)) / OBJECT, HEADER = sizeof(struct pool) };
#endif

static struct pool *pools;
static char *all[POOLS];

static struct pool *new_pool(void) {
  struct pool *pool = malloc(BYTES);
  if (pool == NULL) exit(1);
  pool->next = pools;
  pool->previous = NULL;
  if (pools != NULL) pools->previous = pool;
  return pool;
}

static __attribute__((noinline)) long visit(unsigned random) {
  const char *base = all[random % POOLS];
  const unsigned object = (random >> 8) % EACH;
#ifdef OBJECTS
  return ((const struct pool *)base)[object].kind;
#else
  return *(const long *)(base + HEADER + (size_t)object * OBJECT);
#endif
}

int main(void) {
  for (int p = 0; p < POOLS; p++) {
    pools = new_pool();
    all[p] = (char *)pools;
  }
  long sum = 0;
  unsigned random = 1;
  for (int i = 0; i < VISITS; i++) {
    random = random * 1664525u + 1013904223u;
    sum += visit(random >> 4);
  }
  printf("%ld\n", sum);
  return 0;
}
