/* coh_claim.c: see coh_claim() in coh_system-inl.h.
 *
 * The rules
 *  - A page is a processor's own while nobody else has used a line of it, or is known to be about to (coh_ahead.h). Of
 *    such a page the directory lists no line, nobody is awaited at one (coh_sharing.h), and what the processor is about
 *    to touch is not noted (coh_pending.h).
 *  - When another one uses the page, all that is made up for: what the first one holds of it is listed, and that it may
 *    be about to store to any line of it is noted. Which it is, nobody knows any more.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_system-inl.h"

void coh_pages_start(coh_system *system) {
  if (system->pages) return;
  system->pages = coh_pages_new(system->memory.page_shift);
  for (unsigned i = 0; i < system->config.processors; i++) system->processors[i].pages = system->pages;
}

static void list_line(coh_system *system, coh_processor *p, uint64_t line) {
  const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
  const uint64_t slot = coh_cache_find(outer, line);
  if (slot == COH_NO_SLOT) return;
  const coh_state state = coh_state_in(outer->states[slot]);
  coh_directory_add(system->directory, line, (unsigned)__builtin_ctzll(p->bit), coh_is_owner(state));
}

/* The page of a line, which was the processor's own, is shared: both are active, so that there is a directory. */
static void share(coh_system *system, unsigned processor, uint64_t line) {
  coh_processor *p = &system->processors[processor];
  const uint64_t lines = (uint64_t)1 << system->pages->shift, first = line & ~(lines - 1);
  coh_pages_share(system->pages, line);
  for (uint64_t each = first; each < first + lines; each++) {
    list_line(system, p, each);
    if (system->pending) coh_pending_note(system->pending, processor, each, true);
  }
}

bool coh_claim_anew(coh_system *system, unsigned processor, uint64_t line) {
  const unsigned user = coh_pages_use(system->pages, line, processor);
  if (user == processor) return true;
  if (user != COH_PAGE_SHARED) share(system, user, line);
  return false;
}
