/* bin_memory-inl.h: the inside of the layers of memory, for the account: pages of which one answer is kept.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_MEMORY_INL_H
#define BINS_BIN_MEMORY_INL_H

#include "bins/bin_label.h"
#include "bins/bin_map.h"
#include "bins/bin_memory.h"
#include "coherence/plat.h"

enum { BIN_PAGE_BITS = 12, BIN_PAGES_KEPT = 2048 };

/* A page of memory that one answer holds for. */
typedef struct {
  uint64_t page; /* number; BIN_NO_PAGE: none kept here */
  uint32_t label;
  bool constant;   /* as in a finding */
  uint32_t layout; /* of memory, for which is known: */
  uint64_t start;  /* where the block or variable begins that the page is in; 0: nobody knows */
} bin_kept_page;

#define BIN_NO_PAGE (~(uint64_t)0)

struct bin_memory {
  bin_table *table;
  bin_resolver *resolver;
  void *closure;
  bin_map *named;                      /* ranges that the user named: bins */
  bin_map *blocks;                     /* of the heap: bins */
  bin_map *statics;                    /* what the resolver answered: bins */
  bin_map *regions;                    /* bins, or values of bin_memory.c */
  bin_kept_page pages[BIN_PAGES_KEPT]; /* by the low bits of the number */
  bin_flow **stacks;                   /* flows by number */
  uint32_t n_stacks, stack_room;
  bool starts;     /* of blocks matter: a new one that lies over others counts as a change of the layout */
  bool slots;      /* of stack frames are bins */
  uint32_t layout; /* counts changes of memory that may cut the start of a range off, from 1 */
};

/* The page of an address, if its label is kept; else one of another page. */
static inline const bin_kept_page *bin_memory_kept(const bin_memory *memory, uint64_t address) {
  return &memory->pages[(address >> BIN_PAGE_BITS) % BIN_PAGES_KEPT];
}

/* As bin_memory_search(), from the kept pages where possible. */
static inline bin_finding bin_memory_find(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  const uint64_t page = address >> BIN_PAGE_BITS;
  const bin_kept_page *kept = bin_memory_kept(memory, address);
  if (PLAT_LIKELY(kept->page == page))
    return (bin_finding){.label = kept->label,
                         .bin = kept->label,
                         .constant = kept->constant,
                         .low = page << BIN_PAGE_BITS,
                         .high = (page + 1) << BIN_PAGE_BITS};
  return bin_memory_search(memory, user, address, place);
}

#endif
