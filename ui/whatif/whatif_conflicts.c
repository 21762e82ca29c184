/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_conflicts.c: finds conflicting accesses. Each accessed word of 8 bytes has a list of records. A record is the
 * last access of one processor to certain bytes of the word. Each processor keeps its own order. Therefore, a
 * dependence on its last access includes all its earlier accesses. A new record replaces an old record of the same
 * processor if it conflicts with every access with which the old record conflicts. */
#include "ui/whatif/whatif_conflicts.h"

#include "bins/bin_index.h"

enum { WORD_BITS = 3, WORD = 1 << WORD_BITS, NONE = 0 };

/* A word of 8 bytes that was accessed. */
typedef struct {
  uint64_t number; /* address of the word, divided by WORD */
  uint32_t first;  /* index of the newest record of the word */
} Word;

typedef struct {
  uint32_t processor, number;
  uint32_t next; /* index of the next record of the word; NONE: this is the last one */
  uint8_t bytes; /* set of the bytes of the word that were accessed */
  bool is_store;
} Record;

struct WhatifConflicts {
  bin_index index; /* index of `words`; key: word number */
  GArray *words;   /* Word */
  GArray *records; /* Record: all records; element NONE is not used */
};

WhatifConflicts *whatif_conflicts_new(void) {
  WhatifConflicts *conflicts = g_new0(WhatifConflicts, 1);
  conflicts->words = g_array_new(FALSE, FALSE, sizeof(Word));
  conflicts->records = g_array_new(FALSE, TRUE, sizeof(Record));
  whatif_conflicts_clear(conflicts);
  return conflicts;
}

void whatif_conflicts_free(WhatifConflicts *conflicts) {
  bin_index_clear(&conflicts->index);
  g_array_unref(conflicts->words);
  g_array_unref(conflicts->records);
  g_free(conflicts);
}

void whatif_conflicts_clear(WhatifConflicts *conflicts) {
  bin_index_clear(&conflicts->index);
  g_array_set_size(conflicts->words, 0);
  g_array_set_size(conflicts->records, 1);
}

/* ---- words ---- */

typedef struct {
  const WhatifConflicts *conflicts;
  uint64_t number;
} Query;

static bool match_word(const void *closure, uint32_t word) {
  const Query *query = closure;
  return g_array_index(query->conflicts->words, Word, word).number == query->number;
}

/* Returns the word with this number, and adds it if it is new. The result is valid until the next word is added. */
static Word *word_of(WhatifConflicts *conflicts, uint64_t number) {
  const Query query = {conflicts, number};
  const uint64_t hash = bin_hash_mix(1, number);
  const uint32_t found = bin_index_find(&conflicts->index, hash, match_word, &query);
  if (found != BIN_INDEX_NONE) return &g_array_index(conflicts->words, Word, found);
  const Word made = {number, NONE};
  bin_index_add(&conflicts->index, hash, conflicts->words->len);
  g_array_append_val(conflicts->words, made);
  return &g_array_index(conflicts->words, Word, conflicts->words->len - 1);
}

/* ---- records ---- */

void whatif_wait_for(GArray *waits, guint from, WhatifWait wait) {
  for (guint i = from; i < waits->len; i++) {
    WhatifWait *known = &g_array_index(waits, WhatifWait, i);
    if (known->processor != wait.processor) continue;
    known->number = MAX(known->number, wait.number);
    return;
  }
  g_array_append_val(waits, wait);
}

static bool do_conflict(const Record *one, const Record *other) {
  return one->processor != other->processor && (one->bytes & other->bytes) != 0 && (one->is_store || other->is_store);
}

static bool is_replaced_by(const Record *old, const Record *recent) {
  return old->processor == recent->processor && (old->bytes & ~recent->bytes) == 0 &&
         (recent->is_store || !old->is_store);
}

/* Adds the dependences of a record to `waits`. Inserts the record into the list of the word, and removes the records
 * that it replaces. */
static void add_record(WhatifConflicts *conflicts, Word *word, Record record, GArray *waits, guint from) {
  uint32_t *link = &word->first, place = NONE;
  while (*link != NONE) {
    Record *old = &g_array_index(conflicts->records, Record, *link);
    if (do_conflict(old, &record)) whatif_wait_for(waits, from, (WhatifWait){old->processor, old->number});
    if (is_replaced_by(old, &record)) {
      place = *link;
      *link = old->next;
    } else {
      link = &old->next;
    }
  }
  if (place == NONE) {
    place = conflicts->records->len;
    g_array_set_size(conflicts->records, place + 1);
  }
  record.next = word->first;
  g_array_index(conflicts->records, Record, place) = record;
  word->first = place;
}

/* Returns the set of bytes of word number `word` that an access covers. */
static uint8_t bytes_in(const WhatifAccess *access, uint64_t word) {
  const uint64_t start = word << WORD_BITS, end = access->address + access->bytes;
  const uint64_t first = access->address > start ? access->address - start : 0;
  const uint64_t after = end - start < WORD ? WORD - (end - start) : 0;
  return (uint8_t)(0xffu >> after & 0xffu << first);
}

void whatif_conflicts_add(WhatifConflicts *conflicts, const WhatifAccess *access, GArray *waits, guint from) {
  const uint64_t last = (access->address + access->bytes - 1) >> WORD_BITS;
  for (uint64_t word = access->address >> WORD_BITS; word <= last; word++) {
    const Record record = {.processor = access->processor,
                           .number = access->number,
                           .bytes = bytes_in(access, word),
                           .is_store = access->is_store};
    add_record(conflicts, word_of(conflicts, word), record, waits, from);
  }
}
