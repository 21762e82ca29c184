/* gather.c: reads the elements of an array in a random order, which is stored in another array. With REPAIRED, that
 * other array is sorted.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 16, SWEEPS = 5 };

double values[N];
int order[N];

static double total(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += values[order[i]];
  return sum;
}

int main(void) {
  double sum = 0;
#ifdef REPAIRED
  for (int i = 0; i < N; i++) order[i] = i;
#else
  for (unsigned i = 0; i < N; i++) order[i] = (int)(i * 7919u % N);
#endif
  for (int sweep = 0; sweep < SWEEPS; sweep++) sum += total();
  printf("%g\n", sum);
  return 0;
}
