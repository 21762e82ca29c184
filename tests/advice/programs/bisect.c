/* bisect.c: finds random keys in a sorted array by bisection.
 *
 * Defect: each look-up reads about 17 elements far apart, of which the last 13 are misses or share no line.
 * Expert: random look-ups in keys by bisect(): sort the queries, or use a layout that keeps neighbours of a search
 *   together (B-tree, Eytzinger).
 * Remedy: with REPAIRED, the queries are sorted.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 100000, QUERIES = 20000 };

static long keys[KEYS];
static unsigned queries[QUERIES];

static int bisect(long wanted) {
  int low = 0, high = KEYS;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

#ifdef REPAIRED
static int compare(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x > y) - (x < y);
}
#endif

int main(void) {
  for (int i = 0; i < KEYS; i++) keys[i] = 10L * i;
  unsigned state = 1;
  for (int q = 0; q < QUERIES; q++) {
    state = state * 1664525 + 1013904223;
    queries[q] = (state >> 8) % (10 * KEYS);
  }
#ifdef REPAIRED
  qsort(queries, QUERIES, sizeof *queries, compare);
#endif
  long sum = 0;
  for (int round = 0; round < 3; round++)
    for (int q = 0; q < QUERIES; q++) sum += bisect(queries[q]);
  printf("%ld\n", sum);
  return 0;
}
