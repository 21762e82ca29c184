/* chain.c: each step of a chain allocates a new array, and computes it from the array of the step before, which is
 * another block of the same call path.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { N = 70000, STEPS = 12 };

static __attribute__((noinline)) float *damped(float *wave) {
  float *result = malloc(N * sizeof *result);
  for (int i = 0; i < N; i++) result[i] = wave[i] * .5F;
  return result;
}

static __attribute__((noinline)) double sum_of(const float *wave) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += (double)wave[i];
  return sum;
}

int main(void) {
  double sum = 0;
  float *wave = calloc(N, sizeof *wave);
  for (int step = 0; step < STEPS; step++) {
    float *next = damped(wave);
    free(wave);
    wave = next;
    sum += sum_of(wave);
  }
  printf("%g\n", sum);
  free(wave);
  return 0;
}
