/* coh_pending.h: which lines processors are known to touch next. coh_ahead.h says what for.
 *
 * Lines are noted by a hash: two lines may be taken for one, which only costs time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PENDING_H
#define COHERENCE_COH_PENDING_H

#include "coherence/coh_pages.h"

typedef struct coh_pending coh_pending;

/* Which processors' recorded references touch a line, or store to it, as bits. */
typedef struct {
  uint64_t touch, store;
} coh_pending_line;

/* The same of pages. For some processors a page may be noted whole, in place of its lines: where a single one touches
 * it, or none stores to it. */
typedef struct {
  uint64_t touch, store;
  uint64_t whole; /* processors that a page is noted whole for */
  uint64_t page;  /* that it is */
} coh_pending_page;

/* Opened for what follows, and for the filter. */
struct coh_pending {
  coh_pending_line *lines;                          /* by hash */
  coh_pending_page *pages;                          /* by hash */
  unsigned bits;                                    /* of a line's hash */
  unsigned page_bits;                               /* of a page's */
  bool whole;                                       /* pages may be noted whole */
  struct coh_pending_list *line_lists, *page_lists; /* of each processor: hashes to be cleared */
};

static inline uint32_t coh_pending_hash(const coh_pending *pending, uint64_t line) {
  return (uint32_t)(line * 0x9e3779b97f4a7c15u >> (64 - pending->bits));
}

static inline coh_pending_page *coh_pending_page_of(const coh_pending *pending, uint64_t page) {
  return &pending->pages[page * 0x9e3779b97f4a7c15u >> (64 - pending->page_bits)];
}

/* Makes an empty table. The caller frees it with coh_pending_free(), and passes the same number of processors. */
coh_pending *coh_pending_new(unsigned processors);
void coh_pending_free(coh_pending *pending, unsigned processors);

/* Nothing is recorded for a processor any more. */
void coh_pending_clear(coh_pending *pending, unsigned processor);

/* For the function below: remembers that a processor has its bit in the line of that hash. */
void coh_pending_keep(coh_pending *pending, unsigned processor, uint32_t hash);

/* A processor's recorded references touch a page. Returns what is noted of that. */
coh_pending_page *coh_pending_touch_page(coh_pending *pending, unsigned processor, uint64_t page);

/* A processor's recorded references touch a line; `store`: some store to it. */
static inline void coh_pending_note(coh_pending *pending, unsigned processor, uint64_t line, bool store) {
  const uint32_t hash = coh_pending_hash(pending, line);
  const uint64_t bit = (uint64_t)1 << processor;
  coh_pending_line *noted = &pending->lines[hash];
  if (!(noted->touch & bit)) coh_pending_keep(pending, processor, hash);
  noted->touch |= bit;
  if (store) noted->store |= bit;
}

#endif
