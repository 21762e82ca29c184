/* bin_profile_references.c: writes the references of a profile, and the references that evicted their lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

static const char *kind_name(const bin_reference_counts *counts) {
  switch (counts->kinds) {
    case 1 << COH_READ: return "read";
    case 1 << COH_WRITE: return "write";
    default: return "modify";
  }
}

static void write_references(const bin_profile_output *p, const bin_references *references) {
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    const bin_reference_counts *counts = bin_references_get(references, cell->number);
    /* no references since the counts were set to zero */
    if (!counts || (cell->reads + cell->writes == 0 && counts->lost == 0)) continue;
    bin_writer_begin(p->out, BIN_RECORD_REFERENCE);
    bin_profile_add_pair(p, cell->place, cell->bin);
    bin_writer_string(p->out, kind_name(counts));
    bin_writer_number(p->out, counts->temporal_hits);
    bin_writer_number(p->out, counts->spatial_hits);
    bin_writer_number(p->out, counts->evictions);
    bin_writer_number(p->out, counts->used_bytes);
    bin_writer_number(p->out, counts->lost);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

/* Returns the rank of each cell in the order of the cells. The caller frees the array. */
static uint32_t *ranks(const bin_profile_output *p) {
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before),
           *rank = plat_alloc(p->cells->n * sizeof *rank);
  for (uint32_t i = 0; i < p->cells->n; i++) rank[order[i]] = i;
  plat_free(order);
  return rank;
}

/* Sorts the numbers of entries by the rank of their cell or, if by_who, of their `who`. Uses a stable counting sort,
 * since a large program has millions of entries. */
static void deal(const bin_tally *tally, bool by_who, const uint32_t *rank, uint32_t n_ranks, const uint32_t *from,
                 uint32_t *to) {
  uint32_t *next = plat_alloc((n_ranks + (size_t)1) * sizeof *next);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[i];
    next[rank[by_who ? entry->who : entry->cell] + 1]++;
  }
  for (uint32_t i = 0; i < n_ranks; i++) next[i + 1] += next[i];
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[from[i]];
    to[next[rank[by_who ? entry->who : entry->cell]]++] = from[i];
  }
  plat_free(next);
}

/* Returns the numbers of a tally's entries, sorted by cell, then by `who`, which is also a cell. The caller frees the
 * array. */
static uint32_t *dealt(const bin_profile_output *p, const bin_tally *tally) {
  uint32_t *rank = ranks(p), *order = plat_alloc(tally->n * sizeof *order), *half = plat_alloc(tally->n * sizeof *half);
  for (uint32_t i = 0; i < tally->n; i++) order[i] = i;
  deal(tally, true, rank, p->cells->n, order, half);
  deal(tally, false, rank, p->cells->n, half, order);
  plat_free(rank);
  plat_free(half);
  return order;
}

static void write_reference_evictors(const bin_profile_output *p, const bin_tally *tally) {
  uint32_t *order = dealt(p, tally);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    const bin_cell *lost = bin_cells_get(p->cells, entry->cell), *evictor = bin_cells_get(p->cells, entry->who);
    bin_writer_begin(p->out, BIN_RECORD_REFERENCE_EVICTOR);
    bin_profile_add_pair(p, lost->place, lost->bin);
    bin_profile_add_pair(p, evictor->place, evictor->bin);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_references(const bin_profile_output *p) {
  const bin_references *references = bin_account_references(p->account);
  if (!references) return;
  write_references(p, references);
  write_reference_evictors(p, bin_references_evictors(references));
}
