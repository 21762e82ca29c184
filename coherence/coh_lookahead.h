/* coh_lookahead.h: the lines of recorded references, for each processor; see coh_early.h.
 *
 * Lines are stored by a hash. A collision of two lines costs time, but never makes a result wrong.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_pages.h"

typedef struct coh_lookahead coh_lookahead;

/* Two sets of processors, as bits: those whose recorded references touch a line, and those whose recorded references
 * store to it. */
typedef struct {
  uint64_t touch, store;
} coh_lookahead_line;

/* As coh_lookahead_line, but for a page. A page can be recorded as a whole for some processors, without its lines, if
 * only one processor touches it, or if none stores to it. */
typedef struct {
  uint64_t touch, store;
  uint64_t whole; /* set of the processors for which the page is recorded as a whole */
  uint64_t page;  /* the page of `whole` */
} coh_lookahead_page;

/* The struct is public for the inline functions and the filter. */
struct coh_lookahead {
  coh_lookahead_line *lines;                          /* indexed by hash */
  coh_lookahead_page *pages;                          /* indexed by hash */
  unsigned bits;                                      /* bits of a line's hash */
  unsigned page_bits;                                 /* bits of a page's hash */
  bool whole;                                         /* whether pages can be recorded as a whole */
  struct coh_lookahead_list *line_lists, *page_lists; /* indexed by processor: hashes of the entries that
                                                         coh_lookahead_clear() must clear */
};

static inline uint32_t coh_lookahead_hash(const coh_lookahead *pending, uint64_t line) {
  return (uint32_t)(line * 0x9e3779b97f4a7c15u >> (64 - pending->bits));
}

static inline coh_lookahead_page *coh_lookahead_page_of(const coh_lookahead *pending, uint64_t page) {
  return &pending->pages[page * 0x9e3779b97f4a7c15u >> (64 - pending->page_bits)];
}

/* Makes an empty table. The caller frees it with coh_lookahead_free() and the same number of processors. */
coh_lookahead *coh_lookahead_new(unsigned processors);
void coh_lookahead_free(coh_lookahead *pending, unsigned processors);

/* Forgets the recorded references of a processor. */
void coh_lookahead_clear(coh_lookahead *pending, unsigned processor);

/* For coh_lookahead_note(): adds the hash of a line to the list of a processor. */
void coh_lookahead_keep(coh_lookahead *pending, unsigned processor, uint32_t hash);

/* Records that a processor's recorded references touch a page. Returns the entry of the page. */
coh_lookahead_page *coh_lookahead_touch_page(coh_lookahead *pending, unsigned processor, uint64_t page);

/* Records that a processor's recorded references touch a line. `store`: whether some of these references store to the
 * line. */
static inline void coh_lookahead_note(coh_lookahead *pending, unsigned processor, uint64_t line, bool store) {
  const uint32_t hash = coh_lookahead_hash(pending, line);
  const uint64_t bit = (uint64_t)1 << processor;
  coh_lookahead_line *noted = &pending->lines[hash];
  if (!(noted->touch & bit)) coh_lookahead_keep(pending, processor, hash);
  noted->touch |= bit;
  if (store) noted->store |= bit;
}
