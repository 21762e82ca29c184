/* chained.c: looks up words in a hash table with long chains. The nodes are separate blocks of 48 bytes, of which the
 * search uses two fields in different lines of the source.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 256, WORDS = 20000, LOOKUPS = 8000 };

struct entry {
  unsigned long hash;
  struct entry *after;
  char rest[24];
};
static struct entry *buckets[BUCKETS];

static unsigned long hash_of(unsigned long word) {
  word *= 0x9e3779b97f4a7c15UL;
  return word ^ word >> 29;
}

static struct entry *find(unsigned long hash) {
  struct entry *entry = buckets[hash % BUCKETS];
  while (entry != NULL) {
    if (entry->hash == hash) break;
    entry = entry->after;
  }
  return entry;
}

int main(void) {
  unsigned long found = 0;
  for (unsigned long w = 0; w < WORDS; w++) {
    struct entry *entry = calloc(1, sizeof *entry);
    entry->hash = hash_of(w);
    entry->after = buckets[entry->hash % BUCKETS];
    buckets[entry->hash % BUCKETS] = entry;
  }
  for (unsigned long k = 0; k < LOOKUPS; k++) found += find(hash_of(k * 7919 % (2 * WORDS))) != NULL;
  printf("%lu\n", found);
  return 0;
}
