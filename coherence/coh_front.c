/* coh_front.c: see coh_front.h.
 *
 * The rules
 *  - A use of the line before the newest turns the two round here, and nowhere else. It is at distance 1 in the family
 * at most (coh_stack.h), so it hits where D1s have two ways or more, and but for the order of the two nothing changes.
 *  - Before a third line comes to the set, which pushes the older one out, the family uses the newest, if uses of it
 * were dropped since it used the older one. So lines beyond these two are in order at all times.
 *  - Such a use is a read, of a byte. It counts as a reference in the family, and as nothing else; so it is of no cell,
 * and any does.
 *  - Of a reference that is dropped, the first line and the last are of one set, and so one: where sets have no more
 * bytes than the widest of these references, nothing is noted.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_front.h"

#include "coherence/coh_system-inl.h"

void coh_front_init(coh_front *front, coh_engine *engine) {
  const coh_family *family = coh_engine_family(engine);
  const uint64_t sets = coh_family_sets(family);
  *front = (coh_front){.engine = engine,
                       .line_bits = coh_family_line_bits(family),
                       .mask = sets << coh_family_line_bits(family) > COH_FRONT_WIDEST ? sets - 1 : 0,
                       .newest = plat_alloc(sets * sizeof *front->newest),
                       .kept = plat_alloc(COH_PATTERN_MOST * sizeof *front->kept),
                       .cells = plat_alloc(COH_PATTERN_MOST * sizeof *front->cells)};
  for (uint64_t i = 0; i < sets; i++) front->newest[i] = COH_NO_LINE;
  if (front->mask == 0 || coh_family_ways(family) < 2) return;
  front->older = plat_alloc(sets * sizeof *front->older);
  for (uint64_t i = 0; i < sets; i++) front->older[i].line = COH_NO_LINE;
}

void coh_front_clear(coh_front *front) {
  plat_free(front->newest);
  plat_free(front->older);
  plat_free(front->kept);
  plat_free(front->cells);
  *front = (coh_front){0};
}

void coh_front_play(coh_front *front) {
  coh_engine_play(front->engine, &(coh_pattern){.references = front->kept,
                                                .n = front->n,
                                                .processor = front->processor,
                                                .repeats = 1,
                                                .cells = front->cells});
  front->n = 0;
}

static void keep(coh_front *front, const coh_reference *reference, uint32_t cell) {
  if (front->n == COH_PATTERN_MOST) coh_front_play(front);
  front->cells[front->n] = cell;
  front->kept[front->n++] = *reference;
}

/* Makes the line that is the newest of a set here the newest in the family, too. */
static void settle(coh_front *front, uint64_t set) {
  coh_front_older *older = &front->older[set];
  if (!older->turned) return;
  older->turned = false;
  keep(front, &(coh_reference){.address = front->newest[set] >> 1 << front->line_bits, .size = 1, .kind = COH_READ}, 0);
}

/* The line that was the newest of its set becomes the one before it. */
static void make_older(coh_front *front, uint64_t set) {
  front->older[set].line = front->newest[set] >> 1;
  front->older[set].stored = front->newest[set] & 1;
}

/* A use of the line before the newest, which need not be told. */
static bool turn(coh_front *front, uint64_t line, bool own) {
  coh_front_older *older = &front->older[line & front->mask];
  if (older->line != line || (own && !older->stored)) return false;
  const uint64_t newest = line << 1 | older->stored;
  make_older(front, line & front->mask);
  front->newest[line & front->mask] = newest;
  older->turned = !older->turned;
  return true;
}

/* A line is going to be the newest of its set, here and in the family. */
static void make_newest(coh_front *front, uint64_t line, bool own) {
  const uint64_t set = line & front->mask;
  const bool is_newest = front->newest[set] >> 1 == line;
  if (front->older && !is_newest) {
    if (front->older[set].line != line) settle(front, set);
    make_older(front, set);
  }
  if (front->older) front->older[set].turned = false;
  front->newest[set] = line << 1 | own;
}

void coh_front_pass(coh_front *front, const coh_reference *reference, uint32_t cell) {
  const bool own = coh_kind_owns(reference->kind);
  const uint64_t last = (reference->address + reference->size - 1) >> front->line_bits;
  uint64_t line = reference->address >> front->line_bits;
  if (front->older && line == last && turn(front, line, own)) return;
  if (front->mask != 0) {
    do make_newest(front, line, own);
    while (line++ < last);
  }
  keep(front, reference, cell);
}

void coh_front_end(coh_front *front) {
  for (uint64_t set = 0; front->older && set <= front->mask; set++) settle(front, set);
  coh_front_play(front);
}
