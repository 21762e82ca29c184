/* sort_pointers.c: sorts pointers to records by a key within the records.
 *
 * Defect: each comparison reads the keys of two records of 72 bytes anywhere on the heap.
 * Expert: by_key() reaches keys through pointers: sort pairs of key and pointer.
 * Remedy: with REPAIRED, the array has the keys next to the pointers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 12000, SORTS = 4 };

struct record {
  char name[48];
  long amount;
  unsigned key;
};

#ifdef REPAIRED
struct entry {
  unsigned key;
  struct record *record;
};
static int by_key(const void *a, const void *b) {
  unsigned x = ((const struct entry *)a)->key, y = ((const struct entry *)b)->key;
  return (x > y) - (x < y);
}
#else
struct entry {
  struct record *record;
};
static int by_key(const void *a, const void *b) {
  unsigned x = ((const struct entry *)a)->record->key, y = ((const struct entry *)b)->record->key;
  return (x > y) - (x < y);
}
#endif

static struct entry entries[RECORDS];

int main(void) {
  unsigned state = 1;
  for (int i = 0; i < RECORDS; i++) {
    struct record *r = malloc(sizeof *r);
    state = state * 1664525 + 1013904223;
    snprintf(r->name, sizeof r->name, "r%d", i);
    r->key = state >> 4;
    r->amount = i;
    entries[i].record = r;
#ifdef REPAIRED
    entries[i].key = r->key;
#endif
  }
  static struct entry sorted[RECORDS];
  for (int n = 0; n < SORTS; n++) {
    for (int i = 0; i < RECORDS; i++) sorted[i] = entries[i * 7919L % RECORDS];
    qsort(sorted, RECORDS, sizeof *sorted, by_key);
  }
  long sum = 0;
  for (int i = 0; i < RECORDS; i += 100) sum += sorted[i].record->amount * (i % 7);
  printf("%ld\n", sum);
  return 0;
}
