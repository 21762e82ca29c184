/* passes.c: executes several steps on an array that is larger than the cache, and reads the array once for each step.
 * With REPAIRED, it reads the array once for all steps.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { N = 60000 };

double signal[N];

#ifdef REPAIRED
static void smooth(void) {
  for (int i = 0; i < N; i++) {
    double value = signal[i] + 1;
    value *= 2;
    value -= 3;
    value /= 4;
    signal[i] = value * value;
  }
}
#else
static void smooth(void) {
  for (int i = 0; i < N; i++) signal[i] += 1;
  for (int i = 0; i < N; i++) signal[i] *= 2;
  for (int i = 0; i < N; i++) signal[i] -= 3;
  for (int i = 0; i < N; i++) signal[i] /= 4;
  for (int i = 0; i < N; i++) signal[i] *= signal[i];
}
#endif

int main(void) {
  for (int round = 0; round < 4; round++) smooth();
  printf("%g\n", signal[1]);
  return 0;
}
