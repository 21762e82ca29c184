/* coh_pending.c: see coh_pending.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_pending.h"

#include "coherence/plat.h"

/* Hashes that a processor has its bit in; one may stand here more than once. */
struct coh_pending_list {
  uint32_t *hashes;
  uint32_t n, room;
};

typedef struct coh_pending_list list;

/* A slice touches some hundred lines. Where most hashes are others', hits are not plain any more. */
static unsigned choose_bits(unsigned processors) {
  unsigned bits = 15;
  for (unsigned n = 4; n < processors; n *= 2) bits++;
  return bits;
}

coh_pending *coh_pending_new(unsigned processors) {
  coh_pending *pending = plat_alloc(sizeof *pending);
  pending->bits = choose_bits(processors);
  pending->lines = plat_alloc(sizeof *pending->lines << pending->bits);
  pending->lists = plat_alloc(processors * sizeof *pending->lists);
  return pending;
}

void coh_pending_free(coh_pending *pending, unsigned processors) {
  if (!pending) return;
  for (unsigned i = 0; i < processors; i++) plat_free(pending->lists[i].hashes);
  plat_free(pending->lists);
  plat_free(pending->lines);
  plat_free(pending);
}

void coh_pending_clear(coh_pending *pending, unsigned processor) {
  list *l = &pending->lists[processor];
  const uint64_t others = ~((uint64_t)1 << processor);
  for (uint32_t i = 0; i < l->n; i++) {
    coh_pending_line *line = &pending->lines[l->hashes[i]];
    line->touch &= others;
    line->store &= others;
  }
  l->n = 0;
}

void coh_pending_keep(coh_pending *pending, unsigned processor, uint32_t hash) {
  list *l = &pending->lists[processor];
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
