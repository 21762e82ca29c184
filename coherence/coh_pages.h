/* coh_pages.h: which pages (COH_PAGE_BITS) only one processor has ever used: its own ones. From another's first use on
 * a page is shared, for good.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PAGES_H
#define COHERENCE_COH_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Opened for what follows. */
typedef struct {
  uint64_t *places; /* page number << COH_PAGE_USER_BITS | its user, or COH_NO_PAGE */
  unsigned bits;    /* 1 << bits places */
  unsigned shift;   /* from a line's number to that of its page */
  uint64_t used;
} coh_pages;

enum { COH_PAGE_USER_BITS = 8, COH_PAGE_SHARED = (1 << COH_PAGE_USER_BITS) - 1 }; /* the user of a page of several */
#define COH_NO_PAGE (~(uint64_t)0)

/* Makes a table in which no page has been used. `shift`: log2 of the lines of a page. The caller frees it with
 * coh_pages_free(). */
coh_pages *coh_pages_new(unsigned shift);
void coh_pages_free(coh_pages *pages);

static inline uint64_t coh_pages_home(const coh_pages *pages, uint64_t page) {
  return page * 0x9e3779b97f4a7c15u >> (64 - pages->bits);
}

/* The place of a page, or the free place where it would go. */
static inline uint64_t *coh_pages_place(const coh_pages *pages, uint64_t page) {
  const uint64_t mask = ((uint64_t)1 << pages->bits) - 1;
  uint64_t at = coh_pages_home(pages, page);
  while (pages->places[at] >> COH_PAGE_USER_BITS != page && pages->places[at] != COH_NO_PAGE) at = (at + 1) & mask;
  return &pages->places[at];
}

/* What the place of a page has that `user` uses: a processor, or COH_PAGE_SHARED. */
static inline uint64_t coh_page_of(uint64_t page, unsigned user) { return page << COH_PAGE_USER_BITS | user; }

/* Whether the page of a line is the processor's own. */
static inline bool coh_pages_are_of(const coh_pages *pages, uint64_t line, unsigned processor) {
  const uint64_t page = line >> pages->shift;
  return *coh_pages_place(pages, page) == coh_page_of(page, processor);
}

/* Who has used the page of a line, as bits; of a shared one 0, which says nothing. */
static inline uint64_t coh_pages_user(const coh_pages *pages, uint64_t line) {
  const uint64_t user = *coh_pages_place(pages, line >> pages->shift) & COH_PAGE_SHARED;
  return user != COH_PAGE_SHARED ? (uint64_t)1 << user : 0;
}

/* A processor uses a line. Returns the user of its page: the processor where nobody has used it. */
unsigned coh_pages_use(coh_pages *pages, uint64_t line, unsigned processor);

/* The page of a line, which is somebody's own, is shared from now on. */
void coh_pages_share(coh_pages *pages, uint64_t line);

#endif
