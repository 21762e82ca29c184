/* coh_pages.h: the table of private pages (MACH_PAGE_BITS): pages that only one processor has used. When another
 * processor uses a private page, it becomes shared, and stays shared.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { COH_PAGES_RECENT = 256 };

/* The struct is public for the inline functions. */
typedef struct {
  uint64_t recent[COH_PAGES_RECENT]; /* indexed by the low bits of the page: an entry of `places` for a private page,
                                        or COH_NO_PAGE */
  uint64_t *places;                  /* page number << COH_PAGE_USER_BITS | its user, or COH_NO_PAGE */
  unsigned bits;                     /* log2 of the number of places */
  unsigned shift;                    /* bits by which a line number is shifted to get the number of its page */
  uint64_t used;
} coh_pages;

enum { COH_PAGE_USER_BITS = 8, COH_PAGE_SHARED = (1 << COH_PAGE_USER_BITS) - 1 }; /* user of a shared page */
#define COH_NO_PAGE (~(uint64_t)0)

/* Makes a table without pages. `shift` is the log2 of the number of lines in a page. Free with coh_pages_free(). */
coh_pages *coh_pages_new(unsigned shift);
void coh_pages_free(coh_pages *pages);

static inline uint64_t coh_pages_home(const coh_pages *pages, uint64_t page) {
  return page * 0x9e3779b97f4a7c15u >> (64 - pages->bits);
}

/* Returns the index of a page's entry, or the index of the free entry for it. */
static inline uint64_t *coh_pages_place(const coh_pages *pages, uint64_t page) {
  const uint64_t mask = ((uint64_t)1 << pages->bits) - 1;
  uint64_t at = coh_pages_home(pages, page);
  while (pages->places[at] >> COH_PAGE_USER_BITS != page && pages->places[at] != COH_NO_PAGE) at = (at + 1) & mask;
  return &pages->places[at];
}

/* Returns the entry for a page and its user. The user is a processor, or COH_PAGE_SHARED. */
static inline uint64_t coh_page_of(uint64_t page, unsigned user) { return page << COH_PAGE_USER_BITS | user; }

/* Returns whether the page of a line is private to the processor. */
static inline bool coh_pages_are_of(coh_pages *pages, uint64_t line, unsigned processor) {
  const uint64_t page = line >> pages->shift, entry = coh_page_of(page, processor);
  uint64_t *const recent = &pages->recent[page % COH_PAGES_RECENT];
  if (*recent == entry) return true;
  if (*coh_pages_place(pages, page) != entry) return false;
  *recent = entry;
  return true;
}

/* Returns the user of the private page of a line, as a bit. Returns 0 for shared and unused pages. */
static inline uint64_t coh_pages_user(const coh_pages *pages, uint64_t line) {
  const uint64_t user = *coh_pages_place(pages, line >> pages->shift) & COH_PAGE_SHARED;
  return user != COH_PAGE_SHARED ? (uint64_t)1 << user : 0;
}

/* Records a use of a line by a processor. Returns the user of the line's page. If the page is new, the user is this
 * processor. */
unsigned coh_pages_use(coh_pages *pages, uint64_t line, unsigned processor);

/* Makes the private page of a line shared. */
void coh_pages_share(coh_pages *pages, uint64_t line);
