/* coh_pages.c: a hash table with linear probing, at most half full. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_pages.h"

#include "plat/plat.h"

enum { FIRST_BITS = 8 };

static uint64_t *new_places(unsigned bits) {
  uint64_t *places = plat_alloc(sizeof *places << bits);
  for (uint64_t i = 0; i < (uint64_t)1 << bits; i++) places[i] = COH_NO_PAGE;
  return places;
}

coh_pages *coh_pages_new(unsigned shift) {
  coh_pages *pages = plat_alloc(sizeof *pages);
  *pages = (coh_pages){.places = new_places(FIRST_BITS), .bits = FIRST_BITS, .shift = shift};
  for (unsigned i = 0; i < COH_PAGES_RECENT; i++) pages->recent[i] = COH_NO_PAGE;
  return pages;
}

void coh_pages_free(coh_pages *pages) {
  if (!pages) return;
  plat_free(pages->places);
  plat_free(pages);
}

static void grow(coh_pages *pages) {
  uint64_t *const old = pages->places;
  const uint64_t n = (uint64_t)1 << pages->bits;
  pages->places = new_places(++pages->bits);
  for (uint64_t i = 0; i < n; i++)
    if (old[i] != COH_NO_PAGE) *coh_pages_place(pages, old[i] >> COH_PAGE_USER_BITS) = old[i];
  plat_free(old);
}

unsigned coh_pages_use(coh_pages *pages, uint64_t line, unsigned processor) {
  const uint64_t page = line >> pages->shift;
  if (pages->used * 2 >= (uint64_t)1 << pages->bits) grow(pages);
  uint64_t *at = coh_pages_place(pages, page);
  if (*at == COH_NO_PAGE) {
    *at = coh_page_of(page, processor);
    pages->used++;
  }
  return (unsigned)*at & COH_PAGE_SHARED;
}

void coh_pages_share(coh_pages *pages, uint64_t line) {
  const uint64_t page = line >> pages->shift;
  *coh_pages_place(pages, page) = coh_page_of(page, COH_PAGE_SHARED);
  pages->recent[page % COH_PAGES_RECENT] = COH_NO_PAGE;
}
