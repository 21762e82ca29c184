/* aliased.c: a loop uses ten arrays of one block, which are a multiple of the size of a way of the cache apart. With
 * REPAIRED: there is a gap of a line between them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 2048, STEPS = 20 };
#ifdef REPAIRED
enum { GAP = 8 };
#else
enum { GAP = 0 };
#endif

int main(void) {
  double *state = aligned_alloc(4096, 10 * (CELLS + 512) * sizeof *state);
  double *a = state, *b = a + CELLS + GAP, *c = b + CELLS + GAP, *d = c + CELLS + GAP, *e = d + CELLS + GAP;
  double *f = e + CELLS + GAP, *g = f + CELLS + GAP, *h = g + CELLS + GAP, *k = h + CELLS + GAP, *l = k + CELLS + GAP;
  for (int i = 0; i < 10 * (CELLS + GAP); i++) state[i] = i % 10;
  for (int step = 0; step < STEPS; step++)
    for (int i = 0; i < CELLS; i++) a[i] += b[i] * c[i] + d[i] * e[i] + f[i] * g[i] + h[i] * k[i] + l[i];
  printf("%g\n", a[CELLS - 1]);
  free(state);
  return 0;
}
