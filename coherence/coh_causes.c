/* coh_causes.c: the paper's array and overflow table.
 *
 * Invariant: exactly one entry, in the array or in the overflow table, refers to a group. Groups never move, so
 * pointers to words stay valid.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_causes.h"

#include "plat/plat.h"

enum {
  FIRST_BITS = 10,     /* log2 of the array's initial number of entries */
  GROUPS_AT_ONCE = 512 /* number of groups that are allocated together: 64 KB */
};

typedef struct node {
  struct node *next;
  coh_group group;
} node;

typedef struct chunk {
  struct chunk *next;
} chunk;

struct coh_overflow {
  unsigned bits;    /* log2 of the array's number of entries; there are half as many chains */
  node **chains;    /* chains of nodes, by a hash of the group number */
  uint64_t groups;  /* number of groups in the chains */
  node *spare;      /* free nodes, for reuse */
  chunk *chunks;    /* all memory of groups and nodes */
  char *free_bytes; /* free part of the newest chunk */
  size_t n_free;
};

typedef struct coh_overflow overflow;

static coh_group *new_array(unsigned bits) {
  coh_group *array = plat_alloc(sizeof *array << bits);
  for (uint64_t i = 0; i >> bits == 0; i++) array[i].number = COH_NO_GROUP;
  return array;
}

coh_causes *coh_causes_new(void) {
  coh_causes *causes = plat_alloc(sizeof *causes);
  causes->mask = ((uint64_t)1 << FIRST_BITS) - 1;
  causes->array = new_array(FIRST_BITS);
  causes->overflow = plat_alloc(sizeof *causes->overflow);
  causes->overflow->bits = FIRST_BITS;
  causes->overflow->chains = plat_alloc(sizeof(node *) << (FIRST_BITS - 1));
  return causes;
}

void coh_causes_free(coh_causes *causes) {
  for (chunk *next, *c = causes->overflow->chunks; c; c = next) {
    next = c->next;
    plat_free(c);
  }
  plat_free(causes->overflow->chains);
  plat_free(causes->overflow);
  plat_free(causes->array);
  plat_free(causes);
}

static void *take(overflow *o, size_t bytes) {
  if (o->n_free < bytes) {
    const size_t group = COH_GROUP_LINES * sizeof(coh_word);
    chunk *c = plat_alloc(GROUPS_AT_ONCE * group);
    c->next = o->chunks;
    o->chunks = c;
    o->free_bytes = (char *)c + group; /* groups are aligned like the chunk */
    o->n_free = (GROUPS_AT_ONCE - 1) * group;
  }
  void *block = o->free_bytes;
  o->free_bytes += bytes;
  o->n_free -= bytes;
  return block;
}

static node **chain_of(const overflow *o, uint64_t number) {
  return &o->chains[number * 0x9e3779b97f4a7c15u >> (64 - (o->bits - 1))];
}

static void spare_node(overflow *o, node *n) {
  n->next = o->spare;
  o->spare = n;
}

static void push_overflow(overflow *o, coh_group group) {
  node *n = o->spare;
  if (n)
    o->spare = n->next;
  else
    n = take(o, sizeof *n);
  node **chain = chain_of(o, group.number);
  *n = (node){*chain, group};
  *chain = n;
  o->groups++;
}

/* Removes a group from the overflow table and returns it. If the table does not contain it, the words of the result are
 * NULL. */
static coh_group pop_overflow(overflow *o, uint64_t number) {
  for (node **link = chain_of(o, number); *link; link = &(*link)->next) {
    node *n = *link;
    if (n->group.number != number) continue;
    *link = n->next;
    spare_node(o, n);
    o->groups--;
    return n->group;
  }
  return (coh_group){number, NULL};
}

static void place(coh_causes *causes, coh_group group) {
  coh_group *at = &causes->array[coh_causes_at(causes, group.number)];
  if (at->number != COH_NO_GROUP) push_overflow(causes->overflow, *at);
  *at = group;
}

/* Doubles the array. If two groups had the same index, either their indices now differ, or one of the groups stays in
 * the overflow table. */
static void grow(coh_causes *causes) {
  overflow *o = causes->overflow;
  const uint64_t old_mask = causes->mask;
  coh_group *old_array = causes->array;
  node **old_chains = o->chains;
  const uint64_t old_n_chains = (uint64_t)1 << (o->bits - 1);
  o->bits++;
  o->chains = plat_alloc(sizeof(node *) << (o->bits - 1));
  o->groups = 0;
  causes->mask = 2 * old_mask + 1;
  causes->array = new_array(o->bits);
  for (uint64_t i = 0; i < old_n_chains; i++)
    for (node *next, *n = old_chains[i]; n; n = next) {
      next = n->next;
      const coh_group group = n->group;
      spare_node(o, n);
      place(causes, group);
    }
  for (uint64_t i = 0; i <= old_mask; i++)
    if (old_array[i].number != COH_NO_GROUP) place(causes, old_array[i]);
  plat_free(old_array);
  plat_free(old_chains);
}

coh_word *coh_causes_bring(coh_causes *causes, uint64_t number) {
  overflow *o = causes->overflow;
  coh_group group = o->groups != 0 ? pop_overflow(o, number) : (coh_group){number, NULL};
  if (!group.words) {
    if (o->groups > causes->mask / 2) grow(causes);
    group.words = take(o, COH_GROUP_LINES * sizeof(coh_word));
  }
  place(causes, group);
  return group.words;
}
