/* bin_kept.c: see bin_kept.h. During the search, a number is 1 if its record is kept, else 0.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_kept.h"

#include "bins/bin_context_order.h"
#include "bins/bin_order.h"
#include "plat/plat.h"

typedef struct {
  const bin_table *table;
  bin_kept kept;
  bin_id *bins; /* kept bins, in the order in which the search found them */
  uint32_t n_bins;
} search;

/* Marks a record as kept. Returns whether it was not marked before. */
static bool keep(search *s, bin_record record, uint32_t number) {
  uint32_t *mark = &s->kept.numbers[record][number];
  const bool is_new = *mark == 0;
  *mark = 1;
  return is_new;
}

static void keep_function(search *s, uint32_t number) {
  const bin_segment *segment = bin_table_get_segment(s->table, number);
  if (!keep(s, BIN_RECORD_SEGMENT, number)) return;
  keep(s, BIN_RECORD_OBJECT, segment->object);
  keep(s, BIN_RECORD_FILE, segment->file);
}

static void keep_segment(search *s, uint32_t number) {
  const uint32_t inlined_in = bin_table_get_segment(s->table, number)->inlined_in;
  keep_function(s, number);
  if (inlined_in != 0) keep_function(s, inlined_in - 1);
}

static void keep_place(search *s, uint32_t number) {
  const bin_place *place = bin_table_get_place(s->table, number);
  if (!keep(s, BIN_RECORD_PLACE, number)) return;
  keep_segment(s, place->segment);
  keep(s, BIN_RECORD_FILE, place->file);
}

static void keep_call(search *s, uint32_t number) {
  const bin_code *call = bin_table_get_call(s->table, number);
  if (!keep(s, BIN_RECORD_CALL, number)) return;
  keep(s, BIN_RECORD_OBJECT, call->object);
  keep_place(s, call->place);
}

static void keep_bin(search *s, bin_id bin) {
  if (keep(s, BIN_RECORD_BIN, bin)) s->bins[s->n_bins++] = bin;
}

static void keep_cell(search *s, const bin_cell *cell) {
  keep_place(s, cell->place);
  keep_bin(s, cell->bin);
}

static void keep_cells(search *s, const bin_cells *cells, const bin_references *references) {
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    const bin_reference_counts *counts = references ? bin_references_get(references, i) : NULL;
    if (cell->reads + cell->writes != 0 || (counts && counts->lost != 0) ||
        !bin_models_is_none(bin_models_get(&cells->models, i)))
      keep_cell(s, cell);
  }
}

static void keep_culprits(search *s, const bin_cells *cells, const bin_references *references) {
  for (uint32_t i = 0; i < cells->evictors.n; i++)
    if (cells->evictors.entries[i].count != 0) keep_bin(s, cells->evictors.entries[i].who);
  for (uint32_t i = 0; i < cells->invalidators.n; i++)
    if (cells->invalidators.entries[i].count != 0) keep_segment(s, cells->invalidators.entries[i].who);
  if (!references) return;
  const bin_tally *evictors = bin_references_evictors(references);
  for (uint32_t i = 0; i < evictors->n; i++)
    if (evictors->entries[i].count != 0) keep_cell(s, bin_cells_get(cells, evictors->entries[i].who));
}

static void keep_fetches(search *s, bin_fetches *fetches) {
  if (!fetches) return;
  for (uint32_t i = 0; i < bin_table_places(s->table); i++)
    if (bin_fetches_at(fetches, i).misses != 0) keep_place(s, i);
  const bin_tally *evictors = bin_fetches_evictors(fetches);
  for (uint32_t i = 0; i < evictors->n; i++)
    if (evictors->entries[i].count != 0) keep_segment(s, evictors->entries[i].who);
}

static void keep_place_of_call(search *s, uint32_t place) {
  if (place != BIN_NO_PLACE) keep_place(s, place);
}

static void keep_contexts(search *s, const bin_contexts *contexts) {
  if (!contexts) return;
  bool *used = bin_contexts_used(contexts);
  for (uint32_t i = 1; i < bin_contexts_number(contexts); i++) {
    if (!used[i]) continue;
    keep_segment(s, bin_contexts_get(contexts, i)->function);
    keep_place_of_call(s, bin_contexts_get(contexts, i)->place);
  }
  for (uint32_t i = 0; i < bin_contexts_folds(contexts); i++)
    if (bin_contexts_fold(contexts, i)->calls != 0) keep_place_of_call(s, bin_contexts_fold(contexts, i)->place);
  plat_free(used);
}

/* Marks the records to which a bin refers. */
static void follow_bin(search *s, bin_id number) {
  const bin_data *bin = bin_table_get_bin(s->table, number);
  bin_slot slot;
  for (uint32_t i = 0; i < bin->n_frames; i++) keep_call(s, bin->frames[i]);
  if (bin->variable) keep(s, BIN_RECORD_OBJECT, bin->variable->object);
  if (bin_table_get_slot(s->table, number, &slot)) keep_segment(s, slot.segment);
  for (uint32_t i = 0; i < bin->n_receivers; i++) {
    keep_bin(s, bin->receivers[i].target);
    keep_call(s, bin->receivers[i].call);
  }
}

/* Replaces the marks of n records of a kind by numbers. */
static void number_kept(search *s, bin_record record, uint32_t n) {
  uint32_t *marks = s->kept.numbers[record], *records = plat_alloc((n + (size_t)1) * sizeof *records), kept = 0;
  const bin_order order = {s->table, s->kept.numbers};
  for (uint32_t i = 0; i < n; i++) {
    if (marks[i] != 0) records[kept++] = i;
    marks[i] = BIN_NOT_KEPT;
  }
  bin_order_sort(&order, record, records, kept);
  for (uint32_t i = 0; i < kept; i++) marks[records[i]] = i;
  s->kept.records[record] = records;
  s->kept.n[record] = kept;
}

bin_kept bin_kept_find(bin_account *account, const bin_sweep_cells *swept, unsigned by) {
  const bin_table *table = bin_account_table(account);
  const bin_cells *cells = bin_account_cells(account);
  const bin_references *references = bin_account_references(account);
  const uint32_t sizes[BIN_RECORDS] = {
      [BIN_RECORD_OBJECT] = bin_table_objects(table),   [BIN_RECORD_FILE] = bin_table_files(table),
      [BIN_RECORD_SEGMENT] = bin_table_segments(table), [BIN_RECORD_PLACE] = bin_table_places(table),
      [BIN_RECORD_CALL] = bin_table_calls(table),       [BIN_RECORD_BIN] = bin_table_bins(table)};
  search s = {.table = table, .bins = plat_alloc(sizes[BIN_RECORD_BIN] * sizeof(bin_id))};
  for (unsigned i = BIN_RECORD_OBJECT; i <= BIN_RECORD_BIN; i++)
    s.kept.numbers[i] = plat_alloc((sizes[i] + (size_t)1) * sizeof(uint32_t));

  keep_bin(&s, BIN_ID_UNKNOWN);
  for (uint32_t i = 0; i < sizes[BIN_RECORD_PLACE]; i++)
    if (bin_table_get_place(table, i)->instructions != 0) keep_place(&s, i);
  keep_cells(&s, cells, references);
  for (uint32_t i = 0; swept && i < swept->n; i++) {
    if (swept->cells[i].reads + swept->cells[i].writes == 0) continue;
    if (by & BIN_BY_FUNCTION) keep_segment(&s, swept->cells[i].segment);
    if (by & BIN_BY_BIN) keep_bin(&s, swept->cells[i].bin);
  }
  keep_culprits(&s, cells, references);
  const bin_sharing *sharing = bin_account_sharing(account);
  for (uint32_t i = 0; i < bin_sharing_lines(sharing); i++) {
    const bin_shared_line *line = bin_sharing_line(sharing, i);
    for (uint32_t u = 0; u < line->n_uses; u++) {
      keep_place(&s, line->uses[u].place);
      keep_bin(&s, line->uses[u].bin);
    }
  }
  keep_fetches(&s, bin_account_fetches(account));
  keep_contexts(&s, bin_account_contexts(account));
  for (bin_id i = 0; i < bin_table_bins(s.table); i++) {
    const bin_data *bin = bin_table_get_bin(s.table, i);
    if (bin->blocks != 0 && bin->kind != BIN_STATIC && bin->kind != BIN_TLS) keep_bin(&s, i);
  }
  for (uint32_t i = 0; i < s.n_bins; i++) follow_bin(&s, s.bins[i]);

  for (unsigned i = BIN_RECORD_OBJECT; i <= BIN_RECORD_BIN; i++) number_kept(&s, (bin_record)i, sizes[i]);
  plat_free(s.bins);
  return s.kept;
}

void bin_kept_clear(bin_kept *kept) {
  for (unsigned i = BIN_RECORD_OBJECT; i <= BIN_RECORD_BIN; i++) {
    plat_free(kept->numbers[i]);
    plat_free(kept->records[i]);
  }
}
