/* symbols.c: a hash table with chains of nodes from malloc.
 *
 * Defect: each look-up follows a chain of about 4 nodes of 40 bytes, and uses the key of each.
 * Expert: linked data: the nodes of the chains in find(); more buckets, or keys (hashes) in the table itself.
 * Remedy: with REPAIRED, the table has open addressing, and keys and values in its own memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { SYMBOLS = 16384, BUCKETS = 4096, SLOTS = 32768, QUERIES = 60000 };

struct symbol {
  struct symbol *next;
  unsigned long key;
  unsigned value, uses;
};

static unsigned long mix(unsigned long x) { return x * 0x9e3779b97f4a7c15UL >> 40; }

#ifdef REPAIRED
static struct symbol table[SLOTS];

static struct symbol *find(unsigned long key) {
  unsigned long at = mix(key) % SLOTS;
  while (table[at].key && table[at].key != key) at = (at + 1) % SLOTS;
  return &table[at];
}

static void add(unsigned long key, unsigned value) {
  struct symbol *s = find(key);
  s->key = key;
  s->value = value;
}
#else
static struct symbol *buckets[BUCKETS];

static struct symbol *find(unsigned long key) {
  struct symbol *s = buckets[mix(key) % BUCKETS];
  while (s && s->key != key) s = s->next;
  return s;
}

static void add(unsigned long key, unsigned value) {
  struct symbol *s = malloc(sizeof *s);
  unsigned long at = mix(key) % BUCKETS;
  *s = (struct symbol){buckets[at], key, value, 0};
  buckets[at] = s;
}
#endif

int main(void) {
  for (unsigned i = 1; i <= SYMBOLS; i++) add(i * 31UL, i % 10);
  unsigned long sum = 0, state = 12345;
  for (int q = 0; q < QUERIES; q++) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    sum += find(((state >> 33) % SYMBOLS + 1) * 31UL)->value;
  }
  printf("%lu\n", sum);
  return 0;
}
