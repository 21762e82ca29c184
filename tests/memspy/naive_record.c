/* naive_record.c: see naive_record.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_record.h"

#include <stdlib.h>

void naive_records_add(naive_records *list, const naive_record *record) {
  if (list->n == list->room) {
    list->room = 2 * list->room + 16;
    list->records = realloc(list->records, list->room * sizeof *list->records);
    if (!list->records) abort();
  }
  list->records[list->n++] = *record;
}

void naive_records_add_all(naive_records *list, const naive_records *more) {
  for (unsigned i = 0; i < more->n; i++) naive_records_add(list, &more->records[i]);
}

unsigned naive_run_instructions(const naive_run *run) {
  unsigned n = run->tail;
  for (unsigned i = 0; i < run->n; i++) n += run->references[i].gap;
  return n;
}

uint64_t naive_records_instructions(const naive_records *list) {
  uint64_t n = 0;
  for (unsigned i = 0; i < list->n; i++)
    if (list->records[i].run) n += naive_run_instructions(list->records[i].run);
  return n;
}

uint64_t naive_records_words(const naive_records *list) {
  uint64_t n = 0;
  for (unsigned i = 0; i < list->n; i++) n += list->records[i].n_words;
  return n;
}
