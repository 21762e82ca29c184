/* records.c: reads two fields of large records. Each record is a block of its own, which only pointers reach; with
 * -DARRAY, all records are one array, and the pointer in each record to another one is not used.
 * -DCALLED: a function reads one of the fields. -DFILLED: another line sets another field.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 4000, ROUNDS = 100 };

struct record {
  double amount, rate;
  char text[424];
#ifdef ARRAY
  struct record *earlier;
#endif
};

static struct record *records;
static struct record *pointers[RECORDS];

#ifdef CALLED
__attribute__((noinline)) static double rate_of(const struct record *record) { return record->rate; }
#endif

#ifdef FILLED
static char *text_of(int i) { return records[i].text; }
#endif

int main(void) {
  double sum = 0;
#ifdef ARRAY
  records = calloc(RECORDS, sizeof *records);
  for (int i = 0; i < RECORDS; i++) {
    records[i].rate = i;
#ifdef FILLED
    *text_of(i) = 'a';
#endif
  }
  for (int round = 0; round < ROUNDS; round++)
#ifdef CALLED
    for (int i = 0; i < RECORDS; i++) sum += records[i].amount + rate_of(&records[i]);
#else
    for (int i = 0; i < RECORDS; i++) sum += records[i].amount * records[i].rate;
#endif
#else
  for (int i = 0; i < RECORDS; i++) pointers[i * 1237 % RECORDS] = calloc(1, sizeof *records);
  for (int i = 0; i < RECORDS; i++) pointers[i]->rate = i;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < RECORDS; i++) sum += pointers[i]->amount * pointers[i]->rate;
#endif
  printf("%g %d\n", sum, records != NULL);
  return 0;
}
