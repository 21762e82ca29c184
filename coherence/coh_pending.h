/* coh_pending.h: the lines of recorded references, by processor; see coh_ahead.h.
 *
 * Lines are stored by a hash: a collision of two lines only costs time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_pages.h"

typedef struct coh_pending coh_pending;

/* The processors whose recorded references touch a line, and store to it, as bits. */
typedef struct {
  uint64_t touch, store;
} coh_pending_line;

/* As coh_pending_line, but for pages. A page can be recorded as a whole for some processors, without its lines: if only
 * one touches it, or none stores to it. */
typedef struct {
  uint64_t touch, store;
  uint64_t whole; /* processors for which `page` is recorded as a whole */
  uint64_t page;  /* the page of `whole` */
} coh_pending_page;

/* Public for the inline functions and the filter. */
struct coh_pending {
  coh_pending_line *lines;                          /* by hash */
  coh_pending_page *pages;                          /* by hash */
  unsigned bits;                                    /* bits of a line's hash */
  unsigned page_bits;                               /* bits of a page's hash */
  bool whole;                                       /* pages can be recorded as a whole */
  struct coh_pending_list *line_lists, *page_lists; /* by processor: hashes to clear */
};

static inline uint32_t coh_pending_hash(const coh_pending *pending, uint64_t line) {
  return (uint32_t)(line * 0x9e3779b97f4a7c15u >> (64 - pending->bits));
}

static inline coh_pending_page *coh_pending_page_of(const coh_pending *pending, uint64_t page) {
  return &pending->pages[page * 0x9e3779b97f4a7c15u >> (64 - pending->page_bits)];
}

/* Makes an empty table. The caller frees it with coh_pending_free() and the same number of processors. */
coh_pending *coh_pending_new(unsigned processors);
void coh_pending_free(coh_pending *pending, unsigned processors);

/* Forgets the recorded references of a processor. */
void coh_pending_clear(coh_pending *pending, unsigned processor);

/* Adds a line's hash to the list of a processor (for the function below). */
void coh_pending_keep(coh_pending *pending, unsigned processor, uint32_t hash);

/* Records that a processor's recorded references touch a page. Returns the entry of the page. */
coh_pending_page *coh_pending_touch_page(coh_pending *pending, unsigned processor, uint64_t page);

/* Records that a processor's recorded references touch a line; `store`: some store to it. */
static inline void coh_pending_note(coh_pending *pending, unsigned processor, uint64_t line, bool store) {
  const uint32_t hash = coh_pending_hash(pending, line);
  const uint64_t bit = (uint64_t)1 << processor;
  coh_pending_line *noted = &pending->lines[hash];
  if (!(noted->touch & bit)) coh_pending_keep(pending, processor, hash);
  noted->touch |= bit;
  if (store) noted->store |= bit;
}
