/* identifiers.c: searches identifiers of several words, in an array of pointers to them. The set-up visits the array in a
 * random order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30000, LOOKUPS = 40000 };

struct id {
  unsigned char bytes[48];
};

struct item {
  struct id *id;
  long value;
};

static struct item items[N];
static int order[N];
static unsigned state = 5;

static unsigned next(void) {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

static void set(struct id *id, unsigned number) {
  for (int i = 0; i < 4; i++) id->bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

__attribute__((noinline)) static int by_id(const void *key, const void *item) {
  return memcmp(key, ((const struct item *)item)->id, sizeof(struct id));
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) order[i] = i;
  for (int i = N - 1; i > 0; i--) {
    unsigned k = next() % ((unsigned)i + 1);
    int other = order[i];
    order[i] = order[k];
    order[k] = other;
  }
  for (int k = 0; k < N; k++) {
    int i = order[k];
    items[i].id = calloc(1, sizeof(struct id));
    set(items[i].id, (unsigned)i);
    items[i].value = i;
  }
  for (int i = 0; i < LOOKUPS; i++) {
    struct id key = {{0}};
    set(&key, next() % N);
    struct item *found = bsearch(&key, items, N, sizeof *items, by_id);
    sum += found != NULL ? found->value : 0;
  }
  printf("%ld\n", sum);
  return 0;
}
