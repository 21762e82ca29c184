/* coh_ahead.c: see coh_ahead.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_ahead.h"

#include "coherence/coh_system-inl.h"

void coh_ahead_start(coh_system *system, bool whole) {
  if (system->pending) return;
  const unsigned processors = system->config.processors;
  system->pending = coh_pending_new(processors);
  system->pending->whole = whole;
  coh_pages_start(system);
  for (unsigned i = 0; i < processors; i++) system->processors[i].pending = system->pending;
  coh_settle_brevity(system);
  if (system->config.prefetch == 0) return;
  for (unsigned i = 0; i < processors; i++)
    if (system->processors[i].active) coh_filter_empty(&system->processors[i]);
}

/* Takes from the others' filters what may not be there any more. */
static void restrict_others(coh_system *system, unsigned processor, uint64_t line, bool store) {
  const coh_holding *holding = system->directory ? coh_directory_find(system->directory, line) : NULL;
  if (!holding) return;
  for (uint64_t others = holding->holders & ~((uint64_t)1 << processor); others != 0; others &= others - 1)
    coh_filter_forget(&system->processors[__builtin_ctzll(others)], line, store);
}

void coh_ahead_load(const coh_system *system, uint64_t line) {
  __builtin_prefetch(&system->pending->lines[coh_pending_hash(system->pending, line)], 1);
  if (system->directory) coh_directory_load(system->directory, line);
}

void coh_ahead_line(coh_system *system, unsigned processor, uint64_t line, bool store) {
  coh_pending_note(system->pending, processor, line, store);
  restrict_others(system, processor, line, store);
}

/* Another processor touches a page that is noted whole. Which lines of it will be stored to is not known any more. */
static void divide(coh_system *system, coh_pending_page *noted) {
  const unsigned processor = (unsigned)noted->whole & COH_PAGE_SHARED, shift = system->pages->shift;
  const uint64_t page = noted->whole >> COH_PAGE_USER_BITS;
  noted->whole = COH_NO_PAGE;
  for (uint64_t line = page << shift; line < (page + 1) << shift; line++) coh_ahead_line(system, processor, line, true);
}

bool coh_ahead_page(coh_system *system, unsigned processor, uint64_t line) {
  if (coh_claim(system, processor, line)) return true;
  const uint64_t page = line >> system->pages->shift, all = coh_page_of(page, processor);
  coh_pending_page *noted = coh_pending_touch_page(system->pending, processor, page);
  const bool alone = noted->touch == (uint64_t)1 << processor;
  if (alone && noted->whole == COH_NO_PAGE && system->pending->whole) noted->whole = all;
  if (!alone && noted->whole != COH_NO_PAGE) divide(system, noted);
  return noted->whole == all;
}

uint64_t coh_ahead_touching(const coh_system *system, uint64_t line) {
  const uint64_t page = line >> system->pages->shift, whole = coh_pending_page_of(system->pending, page)->whole;
  return coh_pages_user(system->pages, line) | system->pending->lines[coh_pending_hash(system->pending, line)].touch |
         (whole >> COH_PAGE_USER_BITS == page ? (uint64_t)1 << (whole & COH_PAGE_SHARED) : 0);
}
