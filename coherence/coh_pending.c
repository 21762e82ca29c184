/* coh_pending.c: see coh_pending.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_pending.h"

#include "coherence/coh_system-inl.h"

/* Hashes that a processor has its bit in; one may stand here more than once. */
struct coh_pending_list {
  uint32_t *hashes;
  uint32_t n, room;
};

typedef struct coh_pending_list list;

void coh_pending_start(coh_system *system) {
  if (system->pending) return;
  const unsigned processors = system->config.processors;
  system->pending = plat_alloc(sizeof *system->pending);
  system->pending->lists = plat_alloc(processors * sizeof *system->pending->lists);
  for (unsigned i = 0; i < processors; i++) system->processors[i].pending = system->pending;
}

void coh_pending_free(coh_pending *pending, unsigned processors) {
  if (!pending) return;
  for (unsigned i = 0; i < processors; i++) plat_free(pending->lists[i].hashes);
  plat_free(pending->lists);
  plat_free(pending);
}

void coh_pending_clear(coh_system *system, unsigned processor) {
  coh_pending *pending = system->pending;
  list *l = &pending->lists[processor];
  const uint64_t others = ~((uint64_t)1 << processor);
  for (uint32_t i = 0; i < l->n; i++) {
    coh_pending_line *line = &pending->lines[l->hashes[i]];
    line->touch &= others;
    line->store &= others;
  }
  l->n = 0;
}

static void list_add(list *l, uint32_t hash) {
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

/* Takes from the others' filters what may not be there any more. */
static void restrict_others(coh_system *system, unsigned processor, uint64_t line, bool store) {
  const coh_holding *holding = system->directory ? coh_directory_find(system->directory, line) : NULL;
  if (!holding) return;
  for (uint64_t others = holding->holders & ~((uint64_t)1 << processor); others != 0; others &= others - 1)
    coh_filter_forget(&system->processors[__builtin_ctzll(others)], line, store);
}

void coh_pending_add(coh_system *system, unsigned processor, uint64_t line, bool store) {
  coh_pending *pending = system->pending;
  const uint32_t hash = coh_pending_hash(line);
  const uint64_t bit = (uint64_t)1 << processor;
  coh_pending_line *noted = &pending->lines[hash];
  if (!(noted->touch & bit)) list_add(&pending->lists[processor], hash);
  noted->touch |= bit;
  if (store) noted->store |= bit;
  restrict_others(system, processor, line, store);
}
