/* coh_shadow.c: see coh_shadow.h.
 *
 * The rule (after Hill and Smith, "Evaluating associativity in CPU caches", IEEE Transactions on Computers 38(12),
 * 1989: a miss that a fully associative cache of the same size would not have is a conflict)
 * - Each D1 has a fully associative LRU cache with as many lines as its shadow, under any policy of the D1. The shadow
 * sees every use of a line by the processor, and loses a line that is invalidated. A line that leaves the D1 because
 * the L2 evicts it stays.
 * - A replacement miss whose line is in the shadow is a conflict: the D1 lost it for lack of ways (or by its policy, or
 * to the L2). Other replacement misses are capacity misses.
 *
 * The lines are in a list by age and in chains by a hash of the line number; both link entries by number. Entry 0 is
 * the head of the list: its `newer` is the oldest line, its `older` the newest.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_shadow.h"

#include <stddef.h>

#include "plat/plat.h"

enum { FIRST_BITS = 4 };

typedef struct {
  uint64_t line;
  uint64_t older, newer;
  uint64_t next; /* next entry in the chain, or in the list of free entries; 0: none */
} entry;

struct coh_shadow {
  uint64_t most; /* maximum number of lines */
  uint64_t held;
  unsigned bits;  /* log2 of the number of chains; the number of entries is the same, plus one for the head */
  uint64_t fresh; /* entries with this number or a higher one were never used */
  uint64_t spare;
  entry *entries;
  uint64_t *chains; /* indexed by chain: number of the first entry, or 0 */
};

static void make_room(coh_shadow *shadow, unsigned bits) {
  shadow->bits = bits;
  shadow->entries = plat_alloc((((size_t)1 << bits) + 1) * sizeof *shadow->entries);
  shadow->chains = plat_alloc(sizeof *shadow->chains << bits);
}

coh_shadow *coh_shadow_new(uint64_t lines) {
  coh_shadow *shadow = plat_alloc(sizeof *shadow);
  shadow->most = lines;
  shadow->fresh = 1;
  make_room(shadow, FIRST_BITS);
  return shadow;
}

void coh_shadow_free(coh_shadow *shadow) {
  if (!shadow) return;
  plat_free(shadow->entries);
  plat_free(shadow->chains);
  plat_free(shadow);
}

static uint64_t *chain_of(const coh_shadow *shadow, uint64_t line) {
  return &shadow->chains[line * 0x9e3779b97f4a7c15u >> (64 - shadow->bits)];
}

/* Returns the link to the line's entry, or the link at the end of its chain. */
static uint64_t *link_of(const coh_shadow *shadow, uint64_t line) {
  uint64_t *link = chain_of(shadow, line);
  while (*link != 0 && shadow->entries[*link].line != line) link = &shadow->entries[*link].next;
  return link;
}

static void leave_list(coh_shadow *shadow, uint64_t number) {
  entry *e = shadow->entries;
  e[e[number].older].newer = e[number].newer;
  e[e[number].newer].older = e[number].older;
}

static void become_newest(coh_shadow *shadow, uint64_t number) {
  entry *e = shadow->entries;
  e[number].older = e[0].older;
  e[number].newer = 0;
  e[e[0].older].newer = number;
  e[0].older = number;
}

static void take_away(coh_shadow *shadow, uint64_t *link) {
  const uint64_t number = *link;
  *link = shadow->entries[number].next;
  leave_list(shadow, number);
  shadow->entries[number].next = shadow->spare;
  shadow->spare = number;
  shadow->held--;
}

/* Returns the number of a free entry. */
static uint64_t take_entry(coh_shadow *shadow) {
  const uint64_t spare = shadow->spare;
  if (spare != 0) {
    shadow->spare = shadow->entries[spare].next;
    return spare;
  }
  if (shadow->fresh > (uint64_t)1 << shadow->bits) {
    const uint64_t entries = ((uint64_t)1 << shadow->bits) + 1;
    entry *old = shadow->entries;
    plat_free(shadow->chains);
    make_room(shadow, shadow->bits + 1);
    for (uint64_t i = 0; i < entries; i++) shadow->entries[i] = old[i];
    for (uint64_t i = old[0].newer; i != 0; i = old[i].newer) {
      uint64_t *chain = chain_of(shadow, old[i].line);
      shadow->entries[i].next = *chain;
      *chain = i;
    }
    plat_free(old);
  }
  return shadow->fresh++;
}

bool coh_shadow_use(coh_shadow *shadow, uint64_t line) {
  const uint64_t found = *link_of(shadow, line);
  if (found != 0) {
    leave_list(shadow, found);
    become_newest(shadow, found);
    return true;
  }
  if (shadow->held == shadow->most) take_away(shadow, link_of(shadow, shadow->entries[shadow->entries[0].newer].line));
  const uint64_t number = take_entry(shadow);
  uint64_t *chain = chain_of(shadow, line);
  shadow->entries[number].line = line;
  shadow->entries[number].next = *chain;
  *chain = number;
  become_newest(shadow, number);
  shadow->held++;
  return false;
}

void coh_shadow_drop(coh_shadow *shadow, uint64_t line) {
  uint64_t *link = link_of(shadow, line);
  if (*link != 0) take_away(shadow, link);
}

void coh_shadow_check(const coh_shadow *shadow) {
  uint64_t n = 0;
  for (uint64_t i = shadow->entries[0].newer; i != 0; i = shadow->entries[i].newer, n++) {
    plat_assert(*link_of(shadow, shadow->entries[i].line) == i); /* so the shadow contains the line only once */
    plat_assert(shadow->entries[shadow->entries[i].newer].older == i);
  }
  plat_assert(n == shadow->held && n <= shadow->most);
}
