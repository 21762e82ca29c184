/* naive_record.h: the records of a thread, for models: a plain list.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_REFERENCES = 40, NAIVE_WORDS_MOST = 1 + NAIVE_REFERENCES };

/* A run of a block up to one of its exits. */
typedef struct {
  unsigned n; /* number of references */
  struct {
    unsigned gap;  /* instructions started since the previous reference, or since the start of the block */
    unsigned kind; /* coh_kind */
    unsigned size; /* bytes */
    bool guarded;  /* address 0 means that it was not made */
    bool calls;    /* the store of a call's return address */
    bool returns;  /* the load of a return's return address */
    uint64_t code; /* address of the instruction */
  } references[NAIVE_REFERENCES];
  unsigned tail; /* instructions after the last reference */
  unsigned place;
} naive_run;

/* Whether a reference of a run, with this address, is made. */
static inline bool naive_is_made(const naive_run *run, unsigned reference, uint64_t address) {
  return address != 0 || !run->references[reference].guarded;
}

/* words[0] is the header; the addresses of a run's references, or the words of an event, follow. */
typedef struct {
  const naive_run *run; /* NULL: an event */
  unsigned event;
  unsigned n_words;
  uint64_t words[NAIVE_WORDS_MOST];
} naive_record;

typedef struct {
  naive_record *records;
  unsigned n, room;
} naive_records;

void naive_records_add(naive_records *list, const naive_record *record);
void naive_records_add_all(naive_records *list, const naive_records *more);

/* Return the instructions of a run; the instructions of all records; the words of all records. */
unsigned naive_run_instructions(const naive_run *run);
uint64_t naive_records_instructions(const naive_records *list);
uint64_t naive_records_words(const naive_records *list);
