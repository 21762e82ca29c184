/* dependent_passes.c: the second loop needs the complete result of the first one: they cannot be merged, though both go
 * through the same numbers. With -DSORT: a counting sort. Otherwise: the deviation from the mean.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { NUMBERS = 150000, ROUNDS = 6, CLASSES = 128 };

static unsigned numbers[NUMBERS];
static unsigned sorted[NUMBERS];
static volatile unsigned starts[CLASSES + 1];
static volatile double mean;

int main(void) {
  unsigned seed = 1;
  double sum = 0;
  for (int i = 0; i < NUMBERS; i++) numbers[i] = seed = seed * 1664525u + 1013904223u;
  for (int round = 0; round < ROUNDS; round++) {
#ifdef SORT
    for (int c = 0; c <= CLASSES; c++) starts[c] = 0;
    for (int i = 0; i < NUMBERS; i++) starts[numbers[i] / (0xffffffffu / CLASSES + 1) + 1]++;
    for (int c = 0; c < CLASSES; c++) starts[c + 1] += starts[c];
    for (int i = 0; i < NUMBERS; i++) sorted[starts[numbers[i] / (0xffffffffu / CLASSES + 1)]++] = numbers[i];
#else
    mean = 0;
    for (int i = 0; i < NUMBERS; i++) mean += numbers[i] / (double)NUMBERS;
    for (int i = 0; i < NUMBERS; i++) sum += (numbers[i] - mean) * (numbers[i] - mean);
#endif
  }
  printf("%g %u\n", sum, sorted[1]);
  return 0;
}
