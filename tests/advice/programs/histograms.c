/* histograms.c: each thread counts the kinds of its part of the input in its own row of a table.
 *
 * Defect: a row has 5 counters of 4 bytes, so that several threads write to each line of the table.
 * Expert: false sharing between the rows of tally; give each row a line of its own.
 * Remedy: with REPAIRED, each row begins a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, KINDS = 5, ITEMS = 40000 };

struct row {
#ifdef REPAIRED
  _Alignas(64)
#endif
      volatile unsigned kinds[KINDS];
};
static struct row tally[THREADS];
static unsigned char items[THREADS][ITEMS];

static void *count(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int i = 0; i < ITEMS; i++) tally[me].kinds[items[me][i] % KINDS]++;
  return NULL;
}

int main(void) {
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < ITEMS; i++) items[t][i] = (unsigned char)(i * 7 + i / 3 + t);
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, count, (void *)(intptr_t)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int k = 0; k < KINDS; k++) {
    unsigned sum = 0;
    for (int t = 0; t < THREADS; t++) sum += tally[t].kinds[k];
    printf("%u ", sum);
  }
  printf("\n");
  return 0;
}
