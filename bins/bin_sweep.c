/* bin_sweep.c: see bin_sweep.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_sweep.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

/* ---- keys of cells ----------------------------------------------------------------------------------------------- */

/* Consumes a word at the start of *text and returns the word's bit. Returns 0 if the word is unknown. */
static unsigned take_word(const char **text) {
  static const struct {
    const char *word;
    unsigned by;
  } words[] = {{"function", BIN_BY_FUNCTION}, {"bin", BIN_BY_BIN}};
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
    const char *rest = *text, *word = words[i].word;
    while (*word != '\0' && *rest == *word) rest++, word++;
    if (*word != '\0' || (*rest != '\0' && *rest != ',')) continue;
    *text = rest;
    return words[i].by;
  }
  return 0;
}

unsigned bin_sweep_by(const char *text) {
  unsigned by = 0;
  for (;;) {
    const unsigned bit = take_word(&text);
    if (bit == 0 || by & bit) return 0;
    by |= bit;
    if (*text++ == '\0') return by;
  }
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

typedef struct {
  const bin_sweep_cells *cells;
  uint32_t segment, bin;
} query;

static bool matches(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_sweep_cell *cell = &q->cells->cells[number];
  return cell->segment == q->segment && cell->bin == q->bin;
}

uint32_t bin_sweep_cells_find(bin_sweep_cells *cells, uint32_t segment, uint32_t bin) {
  const query q = {cells, segment, bin};
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, segment), bin);
  const uint32_t found = bin_index_find(&cells->index, hash, matches, &q);
  if (found != BIN_INDEX_NONE) return found;
  const uint32_t made = cells->n++;
  cells->cells = plat_grow(cells->cells, made, &cells->room, sizeof *cells->cells);
  cells->cells[made] = (bin_sweep_cell){.segment = segment, .bin = bin};
  bin_index_add(&cells->index, hash, made);
  return made;
}

void bin_sweep_cells_count(bin_sweep_cells *cells, uint32_t cell, coh_kind kind, uint64_t references) {
  bin_sweep_cell *counted = &cells->cells[cell];
  *(kind == COH_WRITE ? &counted->writes : &counted->reads) += references;
}

void bin_sweep_cells_zero(bin_sweep_cells *cells) {
  for (uint32_t i = 0; i < cells->n; i++) cells->cells[i].reads = cells->cells[i].writes = 0;
}

void bin_sweep_cells_clear(bin_sweep_cells *cells) {
  plat_free(cells->cells);
  bin_index_clear(&cells->index);
  *cells = (bin_sweep_cells){0};
}
