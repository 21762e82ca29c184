/* holders.c: accesses blocks by other pointers than the first ones that contained their addresses. No block fits into
 * the cache; test_attribute contains the expected names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

enum { WORDS = 1 << 16, BEFORE = 4096, TURNS = 200000 };

typedef struct {
  unsigned *first;       /* gives the block its name, */
  unsigned short *block; /* but the block is read through this */
  char *pool;            /* gives a block its name, a part of which is read through this: */
  double *table;
} state;

static state *volatile kept; /* volatile: no compiler splits it */

static state *make(void) {
  state *s = malloc(sizeof *s);
  s->first = calloc(WORDS, sizeof *s->first);
  s->block = (unsigned short *)s->first;
  s->pool = calloc(WORDS, sizeof *s->table);
  s->table = (double *)(s->pool + BEFORE);
  return s;
}

/* A compiler can predict neither where it reads, nor the names of its parameters. */
__attribute__((noinline)) static double look_up(const unsigned short *numbers, const double *values) {
  unsigned at = 1;
  double sum = 0;
  for (int i = 0; i < TURNS; i++) {
    at = at * 1103515245 + 12345;
    sum += numbers[(at >> 12) % WORDS] + values[(at >> 8) % (WORDS - BEFORE)];
  }
  return sum;
}

__attribute__((noinline)) static double use(const state *s) {
  unsigned at = 7;
  double sum = 0;
  for (int i = 0; i < TURNS; i++) {
    at = at * 1103515245 + 12345;
    sum += s->block[(at >> 12) % WORDS] + s->table[(at >> 8) % (WORDS - BEFORE)];
  }
  return sum + look_up(s->block, s->table);
}

int main(void) {
  kept = make();
  return use(kept) == 1;
}
