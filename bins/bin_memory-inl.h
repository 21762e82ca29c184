/* bin_memory-inl.h: inline look-ups of bins. They use a cache of earlier answers for pages and for spots.
 *
 * Pages are cached in stretches of sixteen pages, so that the cache also serves a program that walks through much
 * memory. A page whose answer differs from the answer of its stretch has an entry of its own. In a page with several
 * bins, spots are cached. A spot is a part of a cache line with one answer.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_label.h"
#include "bins/bin_map.h"
#include "bins/bin_memory.h"
#include "plat/plat.h"

enum { BIN_PAGE_BITS = 12, BIN_PAGES_KEPT = 1024, BIN_STRETCH_BITS = 16, BIN_STRETCHES_KEPT = 1024 };
enum { BIN_SPOT_BITS = 5, BIN_SPOT_LINE_BITS = 6, BIN_SPOTS_KEPT = 1024 };

/* The answer of a look-up. It holds for all addresses of a page, stretch or spot. */
typedef struct {
  uint32_t label;
  bool constant; /* as in bin_finding */
} bin_answer;

/* A cached page. */
typedef struct {
  uint64_t page; /* number of the page; BIN_NO_PAGE: the entry is free */
  bin_answer answer;
} bin_kept_page;

#define BIN_NO_PAGE (~(uint64_t)0)

/* A cached stretch: its cached pages all have the same answer. */
typedef struct {
  uint64_t pages; /* address of the stretch. Each of the low bits is set if the corresponding page of the stretch is
                     cached */
  bin_answer answer;
} bin_kept_stretch;

/* A cached spot, at most a line long. If it is empty, the entry is free. */
typedef struct {
  uint64_t low;
  bin_answer answer;
  uint16_t bytes;
} bin_kept_spot;

/* The start of the block or variable that contains a page. */
typedef struct {
  uint64_t page; /* number */
  uint32_t label;
  uint32_t layout; /* value of bin_memory.layout at the time when the start was found */
  uint64_t start;  /* 0: unknown */
} bin_page_start;

struct bin_memory {
  bin_table *table;
  bin_resolver *resolver;
  void *closure;
  bin_map *named;                                 /* ranges that the user named; values are bins */
  bin_map *blocks;                                /* blocks of the heap: bins */
  bin_map *statics;                               /* answers of the resolver: bins */
  bin_map *regions;                               /* values are bins, or the special values of bin_memory.c */
  bin_kept_stretch stretches[BIN_STRETCHES_KEPT]; /* this array is indexed by the low bits of a stretch's number, the
                                                     next three by those of a page or spot */
  bin_kept_page pages[BIN_PAGES_KEPT];
  bin_kept_spot spots[BIN_SPOTS_KEPT];
  bin_page_start page_starts[BIN_PAGES_KEPT];
  bin_flow **stacks; /* flows, indexed by number */
  uint32_t n_stacks, stack_room;
  bool starts;     /* the starts of blocks matter, so that a new block at the addresses of other blocks changes the
                      layout */
  bool slots;      /* whether slots of stack frames are bins */
  uint32_t layout; /* 1 plus the number of changes of memory that possibly have cut off the start of a range */
};

static inline uint64_t bin_stretch_of(uint64_t address) { return address >> BIN_STRETCH_BITS << BIN_STRETCH_BITS; }

/* Returns the cached answer for the page of an address, or NULL if no answer is cached. */
static inline const bin_answer *bin_memory_kept(const bin_memory *memory, uint64_t address) {
  const bin_kept_stretch *stretch = &memory->stretches[(address >> BIN_STRETCH_BITS) % BIN_STRETCHES_KEPT];
  /* all pages are cached */
  if (PLAT_LIKELY(stretch->pages == (address | ((1 << BIN_STRETCH_BITS) - 1)))) return &stretch->answer;
  /* if the stretch is the same, only the page bits remain set */
  const uint64_t pages = stretch->pages ^ bin_stretch_of(address);
  if (PLAT_LIKELY(pages >> BIN_STRETCH_BITS == 0 &&
                  pages >> (address >> BIN_PAGE_BITS & ((1 << (BIN_STRETCH_BITS - BIN_PAGE_BITS)) - 1)) & 1))
    return &stretch->answer;
  const bin_kept_page *kept = &memory->pages[(address >> BIN_PAGE_BITS) % BIN_PAGES_KEPT];
  return kept->page == address >> BIN_PAGE_BITS ? &kept->answer : NULL;
}

/* Returns the index of the spot of an address. */
static inline unsigned bin_spot_of(uint64_t address) { return (address >> BIN_SPOT_BITS) % BIN_SPOTS_KEPT; }

/* Returns the cached answer for the whole line of an address (1 << line_bits bytes), or NULL if no answer is cached. */
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

/* As bin_memory_search(), but uses the cache of answers. */
static inline bin_finding bin_memory_find(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  const bin_answer *kept = bin_memory_kept(memory, address);
  const uint64_t page = address >> BIN_PAGE_BITS;
  if (PLAT_LIKELY(kept != NULL)) return bin_finding_of(kept, page << BIN_PAGE_BITS, (page + 1) << BIN_PAGE_BITS);
  const bin_kept_spot *spot = &memory->spots[bin_spot_of(address)];
  if (PLAT_LIKELY(address - spot->low < spot->bytes))
    return bin_finding_of(&spot->answer, spot->low, spot->low + spot->bytes);
  return bin_memory_search(memory, user, address, place);
}
