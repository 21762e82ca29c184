/* coh_early.c: see coh_early.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_early.h"

#include "coherence/coh_system-inl.h"

void coh_early_start(coh_system *system, bool whole) {
  if (system->pending) return;
  const unsigned processors = system->config.processors;
  system->pending = coh_lookahead_new(processors);
  system->pending->whole = whole;
  coh_pages_start(system);
  for (unsigned i = 0; i < processors; i++) system->processors[i].pending = system->pending;
  coh_choose_misses(system);
  if (!mach_config_prefetches(&system->config)) return;
  for (unsigned i = 0; i < processors; i++)
    if (system->processors[i].active) coh_filter_empty(&system->processors[i]);
}

/* Restricts the filters of the other processors after a recorded reference to a line. If the reference is a store,
 * removes the line from these filters; otherwise, makes the line read-only in these filters. */
static void restrict_others(coh_system *system, unsigned processor, uint64_t line, bool store) {
  const coh_holding *holding = system->directory ? coh_directory_find(system->directory, line) : NULL;
  if (!holding) return;
  for (uint64_t others = holding->holders & ~((uint64_t)1 << processor); others != 0; others &= others - 1)
    coh_filter_forget(&system->processors[__builtin_ctzll(others)], line, store);
}

void coh_early_load(const coh_system *system, uint64_t line) {
  __builtin_prefetch(&system->pending->lines[coh_lookahead_hash(system->pending, line)], 1);
  if (system->directory) coh_directory_load(system->directory, line);
}

static void note_line(coh_system *system, unsigned processor, uint64_t line, bool store) {
  coh_lookahead_note(system->pending, processor, line, store);
  restrict_others(system, processor, line, store);
}

void coh_early_line(coh_system *system, unsigned processor, uint64_t line, bool store) {
  coh_lookahead_page *noted = coh_lookahead_page_of(system->pending, line >> system->pages->shift);
  if (store) noted->store |= (uint64_t)1 << processor;
  note_line(system, processor, line, store);
}

/* Ends the recording of a page as a whole. Records references to every line of the page, because it is unknown which
 * lines the recorded references touch. */
static void divide(coh_system *system, coh_lookahead_page *noted) {
  const unsigned shift = system->pages->shift;
  uint64_t whole = noted->whole;
  noted->whole = 0;
  for (; whole != 0; whole &= whole - 1) {
    const unsigned processor = (unsigned)__builtin_ctzll(whole);
    for (uint64_t line = noted->page << shift; line < (noted->page + 1) << shift; line++)
      note_line(system, processor, line, noted->store >> processor & 1);
  }
}

coh_early_need coh_early_page(coh_system *system, unsigned processor, uint64_t line, bool store) {
  if (coh_claim(system, processor, line)) return COH_EARLY_WHOLE;
  const uint64_t page = line >> system->pages->shift, bit = (uint64_t)1 << processor;
  coh_lookahead_page *noted = coh_lookahead_touch_page(system->pending, processor, page);
  const bool possible = noted->touch == bit || (noted->store == 0 && !store);
  if (!system->pending->whole || !possible || (noted->whole != 0 && noted->page != page)) {
    divide(system, noted);
    return COH_EARLY_BY_LINE;
  }
  noted->whole |= bit;
  noted->page = page;
  if (store) noted->store |= bit;
  return noted->store != 0 ? COH_EARLY_WHOLE : COH_EARLY_READ_WHOLE;
}

bool coh_early_is_alone(const coh_system *system, unsigned processor, uint64_t line) {
  if (coh_pages_are_of(system->pages, line, processor)) return true;
  const uint64_t page = line >> system->pages->shift, bit = (uint64_t)1 << processor;
  const coh_lookahead_page *noted = coh_lookahead_page_of(system->pending, page);
  return noted->page == page && (noted->whole & bit) && (noted->store == 0 || noted->touch == bit);
}

uint64_t coh_early_touching(const coh_system *system, uint64_t line) {
  const uint64_t page = line >> system->pages->shift;
  const coh_lookahead_page *noted = coh_lookahead_page_of(system->pending, page);
  return coh_pages_user(system->pages, line) | system->pending->lines[coh_lookahead_hash(system->pending, line)].touch |
         (noted->page == page ? noted->whole : 0);
}
