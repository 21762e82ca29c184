/* bin_profile_evictors.c: writes the evictors and invalidators of lines of data and of instructions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

/* A tally of cells, to sort its entries. */
typedef struct {
  const bin_profile_output *profile;
  bin_record who; /* kind of record whose number `who` is */
  const bin_tally *tally;
} tallied;

static bool entry_before(const void *closure, uint32_t a, uint32_t b) {
  const tallied *t = closure;
  const bin_tally_entry *x = &t->tally->entries[a], *y = &t->tally->entries[b];
  if (x->cell != y->cell) return bin_profile_cell_before(t->profile, x->cell, y->cell);
  return bin_profile_is_before(t->profile, t->who, x->who, y->who);
}

static void write_tally(const bin_profile_output *p, bin_record record, const bin_tally *tally) {
  const bin_record who = record == BIN_RECORD_EVICTOR ? BIN_RECORD_BIN : BIN_RECORD_SEGMENT;
  uint32_t *order = bin_profile_sorted(&(tallied){p, who, tally}, tally->n, entry_before);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    const bin_cell *cell = bin_cells_get(p->cells, entry->cell);
    bin_writer_begin(p->out, record);
    bin_profile_add_pair(p, cell->place, cell->bin);
    bin_profile_add_number_of(p, who, entry->who);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_evictors(const bin_profile_output *p) {
  write_tally(p, BIN_RECORD_EVICTOR, &p->cells->evictors);
  write_tally(p, BIN_RECORD_INVALIDATOR, &p->cells->invalidators);
}

/* Compares entries of a tally whose cells are places. */
static bool fetch_evictor_before(const void *closure, uint32_t a, uint32_t b) {
  const tallied *t = closure;
  const bin_tally_entry *x = &t->tally->entries[a], *y = &t->tally->entries[b];
  if (x->cell != y->cell) return bin_profile_is_before(t->profile, BIN_RECORD_PLACE, x->cell, y->cell);
  return bin_profile_is_before(t->profile, t->who, x->who, y->who);
}

void bin_profile_put_fetch_evictors(const bin_profile_output *p, const bin_tally *tally) {
  uint32_t *order = bin_profile_sorted(&(tallied){p, BIN_RECORD_SEGMENT, tally}, tally->n, fetch_evictor_before);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_FETCH_EVICTOR);
    bin_profile_add_number_of(p, BIN_RECORD_PLACE, entry->cell);
    bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, entry->who);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}
