/* grow_by_page.c: reads records into an array that grows by a constant number of records.
 *
 * Defect: the array grows by 256 records at a time, by malloc, memcpy and free, so that each record is copied many times.
 * Expert: growing array in append(): grow by a factor (or reserve the final size).
 * Remedy: with REPAIRED, the array doubles.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 20000, STEP = 256 };

struct log {
  long *records;
  size_t used, capacity;
};

static void append(struct log *log, long record) {
  if (log->used == log->capacity) {
#ifdef REPAIRED
    size_t capacity = log->capacity ? 2 * log->capacity : STEP;
#else
    size_t capacity = log->capacity + STEP;
#endif
    long *larger = malloc(capacity * sizeof *larger);
    if (log->used) memcpy(larger, log->records, log->used * sizeof *larger);
    free(log->records);
    log->records = larger;
    log->capacity = capacity;
  }
  log->records[log->used++] = record;
}

int main(void) {
  struct log log = {NULL, 0, 0};
  for (long i = 0; i < RECORDS; i++) append(&log, i * i % 101);
  long sum = 0;
  for (size_t i = 0; i < log.used; i++) sum += log.records[i];
  printf("%ld\n", sum);
  free(log.records);
  return 0;
}
