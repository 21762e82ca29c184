/* same_sets.c: elements with the same index of ten small arrays are in the same set of the cache. With REPAIRED, they
 * are the fields of one array of structs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { N = 256, SWEEPS = 300 };

#ifdef REPAIRED
typedef struct {
  double a, b, c, d, e, f, g, h, k, l;
} point;
static point all[N];
#define A(x) all[i].x
#else
/* Each array starts at a multiple of 4096, the size of a way of the cache. */
_Alignas(4096) double a[N];
_Alignas(4096) double b[N];
_Alignas(4096) double c[N];
_Alignas(4096) double d[N];
_Alignas(4096) double e[N];
_Alignas(4096) double f[N];
_Alignas(4096) double g[N];
_Alignas(4096) double h[N];
_Alignas(4096) double k[N];
_Alignas(4096) double l[N];
#define A(x) x[i]
#endif

__attribute__((noinline)) static double total(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += A(a) + A(b) + A(c) + A(d) + A(e) + A(f) + A(g) + A(h) + A(k) + A(l);
  return sum;
}

int main(void) {
  double sum = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    sum += total();
    __asm__ volatile("" ::: "memory"); /* otherwise it would be called only once */
  }
  printf("%g\n", sum);
  return 0;
}
