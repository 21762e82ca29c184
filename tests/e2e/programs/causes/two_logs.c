/* two_logs.c: memmove shifts a large array, and two logs grow by a constant number of entries.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MORE = 512, TIMES = 60, WINDOW = 88000 };

static long window[WINDOW];

static __attribute__((noinline)) long *longer_log(long *log, int n) {
  long *longer = malloc((size_t)(n + MORE) * sizeof *longer);
  if (n != 0) memcpy(longer, log, (size_t)n * sizeof *log);
  free(log);
  return longer;
}

static __attribute__((noinline)) long *longer_journal(long *journal, int n) {
  long *longer = malloc((size_t)(n + MORE) * sizeof *longer);
  if (n != 0) memcpy(longer, journal, (size_t)n * sizeof *journal);
  free(journal);
  return longer;
}

int main(void) {
  long *log = NULL, *journal = NULL;
  for (int time = 0, n = 0; time < TIMES; time++, n += MORE) {
    log = longer_log(log, n);
    journal = longer_journal(journal, n);
    for (int i = 0; i < MORE; i++) log[n + i] = journal[n + i] = time;
    window[WINDOW - 1] = time;
    if (time % 2 == 1) memmove(window, window + 8, sizeof window - 8 * sizeof *window);
  }
  printf("%ld %ld %ld\n", log[MORE], journal[MORE], window[WINDOW - 9]);
  return 0;
}
