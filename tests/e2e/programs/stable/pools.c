/* Pools whose elements are linked into other data: a hash table, a tree, a sorted array of addresses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, BUCKETS = 1024 };

typedef struct Word {
  unsigned key;
  struct Word *next;
} Word;
typedef struct Knot {
  unsigned key;
  struct Knot *side[2];
} Knot;
typedef struct {
  double weight, x, y;
} Stone;

static Knot *root;
static unsigned seed = 1;

#define CASE __attribute__((noinline, noclone))

CASE static unsigned chance(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

CASE static unsigned hash_words(void) {
  Word *words = malloc(N * sizeof *words);
  Word **bucket = calloc(BUCKETS, sizeof *bucket);
  unsigned sum = 0;
  for (int i = 0; i < N; i++) {
    words[i].key = chance();
    Word **head = &bucket[words[i].key % BUCKETS];
    words[i].next = *head;
    *head = &words[i];
  }
  for (int i = 0; i < BUCKETS; i++)
    for (const Word *w = bucket[i]; w; w = w->next) sum += w->key;
  return sum;
}

CASE static void add_knot(Knot *knot) {
  Knot **link = &root;
  while (*link) link = &(*link)->side[(*link)->key < knot->key];
  *link = knot;
}

CASE static unsigned tie_knots(void) {
  Knot *knots = calloc(N + 1, sizeof *knots);
  for (int i = 0; i <= N; i++) {
    knots[i].key = chance();
    add_knot(&knots[i]);
  }
  return root->side[0] != NULL;
}

static int by_weight(const void *one, const void *other) {
  const double a = (*(Stone *const *)one)->weight, b = (*(Stone *const *)other)->weight;
  return (a > b) - (a < b);
}

CASE static double sort_stones(void) {
  Stone *stones = malloc((N + 2) * sizeof *stones);
  Stone **order = malloc((N + 2) * sizeof *order);
  for (int i = 0; i < N + 2; i++) {
    stones[i].weight = chance();
    order[i] = &stones[i];
  }
  qsort(order, N + 2, sizeof *order, by_weight);
  return order[0]->weight;
}

int main(void) {
  printf("%u %u %g\n", hash_words(), tie_knots(), sort_stones());
  return 0;
}
