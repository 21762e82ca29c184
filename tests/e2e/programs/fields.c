/* fields.c: structs with fields that much code uses, fields that little code uses, and fields that several processors
 * use.
 *
 *   heap      sums the keys of an array of structs on the heap, and sometimes other fields of them
 *   static    the same of a static array
 *   shared    two threads each count in a field of their own of one struct
 *   whole     copies structs as a whole, byte by byte
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8192, ROUNDS = 20000 };

/* Prevents the compiler from vectorising a loop, so that it refers to one element at a time. */
#define ELEMENT_BY_ELEMENT __asm__("" ::: "memory")

typedef struct {
  double x, y;
} Point;

typedef struct {
  long key;
  Point at;
  char name[40];
} Item;

/* (The variable is not static, so that the compiler must assume that other code writes it.) */
Item items[N];
_Alignas(64) struct {
  volatile long hits;
  volatile long misses;
} tally;
volatile double sink;

__attribute__((noinline)) static void use_items(const Item *list) {
  double sum = 0;
  for (int round = 0; round < 4; round++)
    for (long i = 0; i < N; i++) {
      sum += (double)list[i].key; /* of every item */
      ELEMENT_BY_ELEMENT;
    }
  for (long i = 0; i < N; i += 16) {
    sum += list[i].at.y; /* every 16th item */
    ELEMENT_BY_ELEMENT;
  }
  sink = sum;
}

__attribute__((noinline)) static void copy_items(const Item *list) {
  const volatile char *bytes = (const volatile char *)list;
  for (unsigned long i = 0; i < N * sizeof(Item); i++) sink = bytes[i]; /* all bytes */
}

__attribute__((noinline)) static void *count_hits(void *none) {
  for (long i = 0; i < ROUNDS; i++) tally.hits = tally.hits + 1;
  return none;
}

__attribute__((noinline)) static void *count_misses(void *none) {
  for (long i = 0; i < ROUNDS; i++) tally.misses = tally.misses + 1;
  return none;
}

int main(int argc, char **argv) {
  const char *what = argc == 2 ? argv[1] : "";
  Item *list = calloc(N, sizeof(Item));
  pthread_t other;
  if (list == NULL) return 97;
  if (strcmp(what, "heap") == 0) {
    use_items(list);
  } else if (strcmp(what, "static") == 0) {
    use_items(items);
  } else if (strcmp(what, "whole") == 0) {
    copy_items(list);
  } else if (strcmp(what, "shared") == 0) {
    if (pthread_create(&other, NULL, count_misses, NULL) != 0) return 98;
    count_hits(NULL);
    pthread_join(other, NULL);
  } else {
    return 96;
  }
  free(list);
  return 0;
}
