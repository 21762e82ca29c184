/* naive_sharing.c: see naive_sharing.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/bins/naive_sharing.h"

#include <assert.h>
#include <stdlib.h>

void naive_sharing_make(naive_sharing *sharing, unsigned n) {
  *sharing = (naive_sharing){.lines = calloc(n, sizeof *sharing->lines), .n = n};
  assert(sharing->lines);
}

void naive_sharing_zero(naive_sharing *sharing) {
  sharing->events = 0;
  for (unsigned i = 0; i < sharing->n; i++) {
    free(sharing->lines[i].uses);
    sharing->lines[i] = (naive_line){.address = sharing->lines[i].address};
  }
}

void naive_sharing_clear(naive_sharing *sharing) {
  naive_sharing_zero(sharing);
  free(sharing->lines);
}

static bin_use *find_use(const naive_line *line, const bin_use *use) {
  for (unsigned i = 0; i < line->n_uses; i++) {
    bin_use *other = &line->uses[i];
    if (other->processor == use->processor && other->offset == use->offset && other->place == use->place &&
        other->bin == use->bin)
      return other;
  }
  return NULL;
}

const bin_use *naive_sharing_use(const naive_line *line, const bin_use *use) { return find_use(line, use); }

void naive_sharing_event(naive_sharing *sharing, unsigned line, const bin_use *use, coh_kind kind,
                         const coh_outcome *outcome) {
  assert(line < sharing->n);
  naive_line *l = &sharing->lines[line];
  sharing->events++;
  l->events++;
  if (outcome->cause == COH_INVALIDATED) l->invalidation++;
  if (outcome->true_sharing) l->true_sharing++;
  if (outcome->upgrade) l->upgrades++;
  if (outcome->source == COH_FROM_CACHE) l->transfers++;
  bin_use *known = find_use(l, use);
  if (!known && l->n_uses == BIN_SHARING_USES) {
    l->unlisted++;
    return;
  }
  if (!known) {
    l->uses = realloc(l->uses, (l->n_uses + 1) * sizeof *l->uses);
    assert(l->uses);
    known = &l->uses[l->n_uses++];
    *known = *use;
    for (unsigned k = 0; k <= COH_MODIFY; k++) known->counts[k] = 0;
  }
  known->counts[kind]++;
}
