/* histogram.c: each thread counts its values in bins of its own, through a pointer to the first bin. The values come in a
 * random order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 1 << 16, THREADS = 4, VALUES = 40000 };

static unsigned *histograms[THREADS];
static unsigned short *values;

static void *count(void *number) {
  const long t = (long)number;
  unsigned *bins = histograms[t] = calloc(BINS, sizeof *bins);
  for (long i = t * VALUES; i < (t + 1) * VALUES; i++) bins[values[i]]++;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned random = 7;
  unsigned long sum = 0;
  values = malloc(THREADS * VALUES * sizeof *values);
  for (int i = 0; i < THREADS * VALUES; i++) {
    random = random * 1664525 + 1013904223;
    values[i] = (unsigned short)(random >> 16);
  }
  for (long t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, count, (void *)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int b = 0; b < BINS; b++) sum += histograms[0][b] * (unsigned long)histograms[1][b];
  printf("%lu\n", sum);
  return 0;
}
