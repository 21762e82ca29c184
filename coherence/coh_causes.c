/* coh_causes.c: the paper's array and overflow table.
 *
 * Invariant: a group is referred to exactly once, from the array or from the overflow table. Groups
 * never move, so that words can be pointed to; only the references to them do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_causes.h"

#include "coherence/plat.h"

enum {
  GROUP_BITS = 5,
  GROUP_LINES = 1 << GROUP_BITS,
  FIRST_BITS = 10,     /* the array starts with 1024 entries */
  GROUPS_AT_ONCE = 512 /* 64 KB from the system at a time */
};

typedef struct {
  uint64_t number; /* line number / GROUP_LINES */
  coh_word *words; /* GROUP_LINES of them; NULL: no entry */
} entry;

typedef struct overflow {
  struct overflow *next;
  entry entry;
} overflow;

typedef struct chunk {
  struct chunk *next;
} chunk;

struct coh_causes {
  unsigned bits;       /* the array has 1 << bits entries, the table of chains half as many */
  entry *array;        /* by the low bits of the group number */
  overflow **chains;   /* by the bits above them, mixed */
  uint64_t overflowed; /* groups in the chains */
  overflow *spare;     /* nodes for reuse */
  chunk *chunks;       /* all memory of groups and nodes */
  char *free_bytes;    /* rest of the newest chunk */
  size_t n_free;
};

coh_causes *coh_causes_new(void) {
  coh_causes *causes = plat_alloc(sizeof *causes);
  causes->bits = FIRST_BITS;
  causes->array = plat_alloc(sizeof(entry) << FIRST_BITS);
  causes->chains = plat_alloc(sizeof(overflow *) << (FIRST_BITS - 1));
  return causes;
}

void coh_causes_free(coh_causes *causes) {
  for (chunk *next, *c = causes->chunks; c; c = next) {
    next = c->next;
    plat_free(c);
  }
  plat_free(causes->array);
  plat_free(causes->chains);
  plat_free(causes);
}

static void *take(coh_causes *causes, size_t bytes) {
  if (causes->n_free < bytes) {
    const size_t size = GROUPS_AT_ONCE * GROUP_LINES * sizeof(coh_word);
    chunk *c = plat_alloc(size);
    c->next = causes->chunks;
    causes->chunks = c;
    /* Groups are 64-byte aligned within the chunk when the chunk is. */
    causes->free_bytes = (char *)c + GROUP_LINES * sizeof(coh_word);
    causes->n_free = size - GROUP_LINES * sizeof(coh_word);
  }
  void *block = causes->free_bytes;
  causes->free_bytes += bytes;
  causes->n_free -= bytes;
  return block;
}

static overflow **chain_of(const coh_causes *causes, uint64_t number) {
  return &causes->chains[number * 0x9e3779b97f4a7c15u >> (64 - (causes->bits - 1))];
}

static entry *entry_of(const coh_causes *causes, uint64_t number) {
  return &causes->array[number & (((uint64_t)1 << causes->bits) - 1)];
}

static void push_overflow(coh_causes *causes, entry evicted) {
  overflow *node = causes->spare;
  if (node)
    causes->spare = node->next;
  else
    node = take(causes, sizeof *node);
  overflow **chain = chain_of(causes, evicted.number);
  node->entry = evicted;
  node->next = *chain;
  *chain = node;
  causes->overflowed++;
}

/* Takes a group out of the overflow table; its words are NULL when it is not there. */
static entry pop_overflow(coh_causes *causes, uint64_t number) {
  for (overflow **link = chain_of(causes, number); *link; link = &(*link)->next) {
    overflow *node = *link;
    if (node->entry.number != number) continue;
    *link = node->next;
    node->next = causes->spare;
    causes->spare = node;
    causes->overflowed--;
    return node->entry;
  }
  return (entry){number, NULL};
}

static void place(coh_causes *causes, entry e) {
  entry *at = entry_of(causes, e.number);
  if (at->words) push_overflow(causes, *at);
  *at = e;
}

/* Doubles the array. Entries that shared a place part, or stay in the overflow table. */
static void grow(coh_causes *causes) {
  const unsigned old_bits = causes->bits;
  entry *old_array = causes->array;
  overflow **old_chains = causes->chains;
  causes->bits++;
  causes->array = plat_alloc(sizeof(entry) << causes->bits);
  causes->chains = plat_alloc(sizeof(overflow *) << (causes->bits - 1));
  causes->overflowed = 0;
  for (uint64_t i = 0; i < (uint64_t)1 << (old_bits - 1); i++)
    for (overflow *next, *node = old_chains[i]; node; node = next) {
      next = node->next;
      const entry e = node->entry;
      node->next = causes->spare;
      causes->spare = node;
      place(causes, e);
    }
  for (uint64_t i = 0; i < (uint64_t)1 << old_bits; i++)
    if (old_array[i].words) place(causes, old_array[i]);
  plat_free(old_array);
  plat_free(old_chains);
}

/* Brings a group into its place in the array, from the overflow table or new. */
static coh_word *bring(coh_causes *causes, uint64_t number) {
  entry e = causes->overflowed != 0 ? pop_overflow(causes, number) : (entry){number, NULL};
  if (!e.words) {
    if (causes->overflowed > (uint64_t)1 << (causes->bits - 1)) grow(causes);
    e.words = take(causes, GROUP_LINES * sizeof(coh_word));
  }
  place(causes, e);
  return e.words;
}

coh_word *coh_causes_word(coh_causes *causes, uint64_t line) {
  const uint64_t number = line >> GROUP_BITS;
  const entry *at = entry_of(causes, number);
  coh_word *words = PLAT_LIKELY(at->words && at->number == number) ? at->words : bring(causes, number);
  return &words[line & (GROUP_LINES - 1)];
}

void coh_causes_prefetch(const coh_causes *causes, uint64_t line) {
  __builtin_prefetch(entry_of(causes, line >> GROUP_BITS));
}
