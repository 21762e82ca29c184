/* inlined.c: library code that is inlined into two lines of a function, and into one line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/e2e/programs/library/searched.h"

enum { N = 1 << 17 };

long search(const long *table, unsigned rounds);
long count(long *counts, unsigned rounds);

__attribute__((noinline)) long search(const long *table, unsigned rounds) {
  long sum = 0;
  for (unsigned i = 0; i < rounds; i++) {
    sum += searched(table, N, i * 7919);   /* first */
    sum -= searched(table, N, i * 104729); /* second */
  }
  return sum;
}

__attribute__((noinline)) long count(long *counts, unsigned rounds) {
  long sum = 0;
  for (unsigned i = 0; i < rounds; i++) sum += written(counts, N, i); /* only */
  return sum;
}

int main(void) {
  long *table = calloc(N, sizeof *table), *counts = calloc(N, sizeof *counts);
  printf("%ld\n", search(table, 50000) + count(counts, 100000));
  free(table);
  free(counts);
  return 0;
}
