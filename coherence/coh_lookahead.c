/* coh_lookahead.c: see coh_lookahead.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_lookahead.h"

#include "plat/plat.h"

/* The hashes at which the bit of a processor is set. A hash can occur several times. */
struct coh_lookahead_list {
  uint32_t *hashes;
  uint32_t n, room;
};

typedef struct coh_lookahead_list list;

/* The number of bits by which the hash of a page is shorter than that of a line. */
enum { FEWER_BITS = 3 };

/* Returns the number of bits of a line's hash. A slice touches some hundred lines. With few different hashes, other
 * processors would occupy most of them, and few hits would be plain. */
static unsigned choose_bits(unsigned processors) {
  unsigned bits = 15;
  for (unsigned n = 4; n < processors; n *= 2) bits++;
  return bits;
}

coh_lookahead *coh_lookahead_new(unsigned processors) {
  coh_lookahead *pending = plat_alloc(sizeof *pending);
  pending->bits = choose_bits(processors);
  pending->lines = plat_alloc(sizeof *pending->lines << pending->bits);
  pending->page_bits = pending->bits - FEWER_BITS;
  pending->pages = plat_alloc(sizeof *pending->pages << pending->page_bits);
  pending->line_lists = plat_alloc(processors * sizeof *pending->line_lists);
  pending->page_lists = plat_alloc(processors * sizeof *pending->page_lists);
  return pending;
}

void coh_lookahead_free(coh_lookahead *pending, unsigned processors) {
  if (!pending) return;
  for (unsigned i = 0; i < processors; i++) {
    plat_free(pending->line_lists[i].hashes);
    plat_free(pending->page_lists[i].hashes);
  }
  plat_free(pending->line_lists);
  plat_free(pending->page_lists);
  plat_free(pending->lines);
  plat_free(pending->pages);
  plat_free(pending);
}

static void clear_pages(coh_lookahead *pending, unsigned processor) {
  list *l = &pending->page_lists[processor];
  const uint64_t others = ~((uint64_t)1 << processor);
  for (uint32_t i = 0; i < l->n; i++) {
    coh_lookahead_page *page = &pending->pages[l->hashes[i]];
    page->touch &= others;
    page->store &= others;
    page->whole &= others;
  }
  l->n = 0;
}

void coh_lookahead_clear(coh_lookahead *pending, unsigned processor) {
  list *l = &pending->line_lists[processor];
  const uint64_t others = ~((uint64_t)1 << processor);
  for (uint32_t i = 0; i < l->n; i++) {
    coh_lookahead_line *line = &pending->lines[l->hashes[i]];
    line->touch &= others;
    line->store &= others;
  }
  l->n = 0;
  clear_pages(pending, processor);
}

static void keep(list *l, uint32_t hash) {
  if (l->n == l->room) {
    const uint32_t room = l->room ? 2 * l->room : 1024;
    uint32_t *hashes = plat_alloc(room * sizeof *hashes);
    for (uint32_t i = 0; i < l->n; i++) hashes[i] = l->hashes[i];
    plat_free(l->hashes);
    l->hashes = hashes;
    l->room = room;
  }
  l->hashes[l->n++] = hash;
}

void coh_lookahead_keep(coh_lookahead *pending, unsigned processor, uint32_t hash) {
  keep(&pending->line_lists[processor], hash);
}

coh_lookahead_page *coh_lookahead_touch_page(coh_lookahead *pending, unsigned processor, uint64_t page) {
  coh_lookahead_page *noted = coh_lookahead_page_of(pending, page);
  const uint64_t bit = (uint64_t)1 << processor;
  if (!(noted->touch & bit)) keep(&pending->page_lists[processor], (uint32_t)(noted - pending->pages));
  noted->touch |= bit;
  return noted;
}
