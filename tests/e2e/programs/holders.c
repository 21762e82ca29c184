/* holders.c: blocks that are reached by other pointers than the first that held them. The cache has room for none of
 * them; test_attribute knows the names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

enum { WORDS = 1 << 16, BEFORE = 4096, TURNS = 200000 };

typedef struct {
  unsigned *first;       /* names the block, */
  unsigned short *block; /* which is read through this */
  char *pool;            /* names what a part is read of through this: */
  double *table;
} state;

static state *volatile kept; /* no compiler takes it apart */

static state *make(void) {
  state *s = malloc(sizeof *s);
  s->first = calloc(WORDS, sizeof *s->first);
  s->block = (unsigned short *)s->first;
  s->pool = calloc(WORDS, sizeof *s->table);
  s->table = (double *)(s->pool + BEFORE);
  return s;
}

/* Where it reads no computer foresees, nor the names of its parameters. */
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
