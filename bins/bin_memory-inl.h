/* bin_memory-inl.h: the inside of the layers of memory, for the account: pages and spots of which one answer is kept.
 *
 * Pages are kept by stretches of sixteen, so that a program that walks through much memory finds them all; a page whose
 * answer is another than that of its stretch is kept by itself. Of a page of several bins a spot is kept, the part with
 * one answer of a stretch of one line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_MEMORY_INL_H
#define BINS_BIN_MEMORY_INL_H

#include "bins/bin_label.h"
#include "bins/bin_map.h"
#include "bins/bin_memory.h"
#include "coherence/plat.h"

enum { BIN_PAGE_BITS = 12, BIN_PAGES_KEPT = 1024, BIN_STRETCH_BITS = 16, BIN_STRETCHES_KEPT = 1024 };
enum { BIN_SPOT_BITS = 5, BIN_SPOT_LINE_BITS = 6, BIN_SPOTS_KEPT = 1024 };

/* What holds for pages of memory. */
typedef struct {
  uint32_t label;
  bool constant; /* as in a finding */
} bin_answer;

/* A page that one answer holds for. */
typedef struct {
  uint64_t page; /* number; BIN_NO_PAGE: none kept here */
  bin_answer answer;
} bin_kept_page;

#define BIN_NO_PAGE (~(uint64_t)0)

/* The pages of a stretch of memory that the same answer holds for. */
typedef struct {
  uint64_t pages; /* the address of the stretch, and below it a bit for each of its pages that is kept */
  bin_answer answer;
} bin_kept_stretch;

/* Up to a line's bytes that one answer holds for; none: nothing is kept here. */
typedef struct {
  uint64_t low;
  bin_answer answer;
  uint16_t bytes;
} bin_kept_spot;

/* Where the block or variable begins that a page is in. */
typedef struct {
  uint64_t page; /* number */
  uint32_t label;
  uint32_t layout; /* of memory, for which this is known */
  uint64_t start;  /* 0: nobody knows */
} bin_page_start;

struct bin_memory {
  bin_table *table;
  bin_resolver *resolver;
  void *closure;
  bin_map *named;                                 /* ranges that the user named: bins */
  bin_map *blocks;                                /* of the heap: bins */
  bin_map *statics;                               /* what the resolver answered: bins */
  bin_map *regions;                               /* bins, or values of bin_memory.c */
  bin_kept_stretch stretches[BIN_STRETCHES_KEPT]; /* by the low bits of the number, as those that follow */
  bin_kept_page pages[BIN_PAGES_KEPT];
  bin_kept_spot spots[BIN_SPOTS_KEPT];
  bin_page_start page_starts[BIN_PAGES_KEPT];
  bin_flow **stacks; /* flows by number */
  uint32_t n_stacks, stack_room;
  bool starts;     /* of blocks matter: a new one that lies over others counts as a change of the layout */
  bool slots;      /* of stack frames are bins */
  uint32_t layout; /* counts changes of memory that may cut the start of a range off, from 1 */
};

static inline uint64_t bin_stretch_of(uint64_t address) { return address >> BIN_STRETCH_BITS << BIN_STRETCH_BITS; }

/* What is kept of the page of an address; NULL: nothing. */
static inline const bin_answer *bin_memory_kept(const bin_memory *memory, uint64_t address) {
  const bin_kept_stretch *stretch = &memory->stretches[(address >> BIN_STRETCH_BITS) % BIN_STRETCHES_KEPT];
  if (PLAT_LIKELY(stretch->pages == (address | ((1 << BIN_STRETCH_BITS) - 1)))) return &stretch->answer; /* all are */
  const uint64_t pages = stretch->pages ^ bin_stretch_of(address); /* without more, if it is that stretch */
  if (PLAT_LIKELY(pages >> BIN_STRETCH_BITS == 0 &&
                  pages >> (address >> BIN_PAGE_BITS & ((1 << (BIN_STRETCH_BITS - BIN_PAGE_BITS)) - 1)) & 1))
    return &stretch->answer;
  const bin_kept_page *kept = &memory->pages[(address >> BIN_PAGE_BITS) % BIN_PAGES_KEPT];
  return kept->page == address >> BIN_PAGE_BITS ? &kept->answer : NULL;
}

/* Which spot may be kept of an address. */
static inline unsigned bin_spot_of(uint64_t address) { return (address >> BIN_SPOT_BITS) % BIN_SPOTS_KEPT; }

/* What is kept of all of the line of an address, which has 1 << line_bits bytes; NULL: nothing. */
static inline const bin_answer *bin_memory_kept_line(const bin_memory *memory, uint64_t address, unsigned line_bits) {
  const bin_answer *kept = bin_memory_kept(memory, address);
  if (PLAT_LIKELY(kept != NULL)) return kept;
  const bin_kept_spot *spot = &memory->spots[bin_spot_of(address)];
  const uint64_t bytes = (uint64_t)1 << line_bits, line = address >> line_bits << line_bits;
  return spot->bytes >= bytes && line - spot->low <= spot->bytes - bytes ? &spot->answer : NULL;
}

static inline bin_finding bin_finding_of(const bin_answer *kept, uint64_t low, uint64_t high) {
  return (bin_finding){.label = kept->label, .bin = kept->label, .constant = kept->constant, .low = low, .high = high};
}

/* As bin_memory_search(), from what is kept where possible. */
static inline bin_finding bin_memory_find(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  const bin_answer *kept = bin_memory_kept(memory, address);
  const uint64_t page = address >> BIN_PAGE_BITS;
  if (PLAT_LIKELY(kept != NULL)) return bin_finding_of(kept, page << BIN_PAGE_BITS, (page + 1) << BIN_PAGE_BITS);
  const bin_kept_spot *spot = &memory->spots[bin_spot_of(address)];
  if (PLAT_LIKELY(address - spot->low < spot->bytes))
    return bin_finding_of(&spot->answer, spot->low, spot->low + spot->bytes);
  return bin_memory_search(memory, user, address, place);
}

#endif
