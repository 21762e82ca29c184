/* bin_profile.c: see bin_profile.h. One function for each kind of record.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_profile.h"

#include "bins/bin_index.h"
#include "coherence/plat.h"

typedef struct {
  bin_account *account;
  const bin_cells *cells;
  const bin_table *table;
  const bin_profile_info *info;
  bin_writer *out;
} profile;

static void text_record(const profile *p, bin_record record, const char *text) {
  bin_writer_begin(p->out, record);
  bin_writer_string(p->out, text);
  bin_writer_end(p->out);
}

static void number_record(const profile *p, bin_record record, uint64_t number) {
  bin_writer_begin(p->out, record);
  bin_writer_number(p->out, number);
  bin_writer_end(p->out);
}

static void counts(const profile *p, const coh_counts *c) {
  const uint64_t columns[] = {c->reads,       c->writes,       c->read_misses, c->write_misses, c->cold,
                              c->replacement, c->invalidation, c->upgrades,    c->stall_cycles};
  for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++) bin_writer_number(p->out, columns[i]);
}

static void add(coh_counts *sum, const coh_counts *c) {
  sum->reads += c->reads;
  sum->writes += c->writes;
  sum->read_misses += c->read_misses;
  sum->write_misses += c->write_misses;
  sum->cold += c->cold;
  sum->replacement += c->replacement;
  sum->invalidation += c->invalidation;
  sum->upgrades += c->upgrades;
  sum->stall_cycles += c->stall_cycles;
}

static void write_head(const profile *p) {
  const bin_profile_info *info = p->info;
  text_record(p, BIN_RECORD_CREATOR, info->creator);
  bin_writer_begin(p->out, BIN_RECORD_COMMAND);
  for (const char *const *word = info->argv; *word; word++) bin_writer_string(p->out, *word);
  bin_writer_end(p->out);
  number_record(p, BIN_RECORD_PID, info->pid);
  number_record(p, BIN_RECORD_TIME, info->seconds);
  text_record(p, BIN_RECORD_LABEL, info->label);
  text_record(p, BIN_RECORD_REASON, info->reason);
  text_record(p, BIN_RECORD_INTERLEAVING, info->interleaving);
  for (const char *const *option = info->options; *option; option += 2) {
    bin_writer_begin(p->out, BIN_RECORD_OPTION);
    bin_writer_string(p->out, option[0]);
    bin_writer_string(p->out, option[1]);
    bin_writer_end(p->out);
  }
}

static void write_code(const profile *p) {
  for (uint32_t i = 0; i < bin_table_objects(p->table); i++)
    text_record(p, BIN_RECORD_OBJECT, bin_table_get_object(p->table, i));
  for (uint32_t i = 0; i < bin_table_files(p->table); i++)
    text_record(p, BIN_RECORD_FILE, bin_table_get_file(p->table, i));
  for (uint32_t i = 0; i < bin_table_segments(p->table); i++) {
    const bin_segment *segment = bin_table_get_segment(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_SEGMENT);
    bin_writer_string(p->out, segment->name);
    bin_writer_number(p->out, segment->object);
    bin_writer_number(p->out, segment->file);
    bin_writer_number(p->out, segment->line);
    bin_writer_end(p->out);
  }
  for (uint32_t i = 0; i < bin_table_places(p->table); i++) {
    const bin_place *place = bin_table_get_place(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_PLACE);
    bin_writer_number(p->out, place->segment);
    bin_writer_number(p->out, place->file);
    bin_writer_number(p->out, place->line);
    bin_writer_number(p->out, place->instructions);
    bin_writer_end(p->out);
  }
}

static void write_bins(const profile *p) {
  for (uint32_t i = 0; i < bin_table_bins(p->table); i++) {
    const bin_data *bin = bin_table_get_bin(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_BIN);
    bin_writer_string(p->out, bin_kind_name(bin->kind));
    bin_writer_string(p->out, bin->name);
    bin_writer_number(p->out, bin->bytes);
    bin_writer_number(p->out, bin->blocks);
    for (uint32_t f = 0; f < bin->n_frames; f++) bin_writer_number(p->out, bin->frames[f]);
    bin_writer_end(p->out);
  }
}

static void write_processors(const profile *p) {
  const coh_system *system = bin_account_system(p->account);
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    bin_writer_begin(p->out, BIN_RECORD_PROCESSOR);
    bin_writer_number(p->out, bin_account_threads(p->account, i));
    bin_writer_number(p->out, bin_account_instructions(p->account, i));
    bin_writer_number(p->out, bin_account_cycles(p->account, i));
    counts(p, coh_counts_of(system, i));
    bin_writer_end(p->out);
  }
}

/* The numbers 0 .. n - 1 in the order of `before`; the caller frees them. */
static uint32_t *sorted(const bin_cells *cells, uint32_t n,
                        bool (*before)(const void *closure, uint32_t a, uint32_t b)) {
  uint32_t *numbers = plat_alloc(n * sizeof *numbers);
  for (uint32_t i = 0; i < n; i++) numbers[i] = i;
  bin_sort(numbers, n, before, cells);
  return numbers;
}

static bool cell_before(const void *closure, uint32_t a, uint32_t b) {
  const bin_cell *x = bin_cells_get(closure, a), *y = bin_cells_get(closure, b);
  return x->place != y->place ? x->place < y->place : x->bin < y->bin;
}

static void write_cells(const profile *p) {
  uint32_t *order = sorted(p->cells, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->reads + cell->writes == 0) continue; /* since counts were set to zero */
    const coh_counts all = bin_cells_counts(p->cells, cell);
    bin_writer_begin(p->out, BIN_RECORD_CELL);
    bin_writer_number(p->out, cell->place);
    bin_writer_number(p->out, cell->bin);
    counts(p, &all);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static bool evictor_before(const void *closure, uint32_t a, uint32_t b) {
  const bin_cells *cells = closure;
  const bin_tally_entry *x = &cells->evictors.entries[a], *y = &cells->evictors.entries[b];
  return x->cell != y->cell ? cell_before(cells, x->cell, y->cell) : x->who < y->who;
}

static void write_evictors(const profile *p) {
  uint32_t *order = sorted(p->cells, p->cells->evictors.n, evictor_before);
  for (uint32_t i = 0; i < p->cells->evictors.n; i++) {
    const bin_tally_entry *evictor = &p->cells->evictors.entries[order[i]];
    if (evictor->count == 0) continue;
    const bin_cell *cell = bin_cells_get(p->cells, evictor->cell);
    bin_writer_begin(p->out, BIN_RECORD_EVICTOR);
    bin_writer_number(p->out, cell->place);
    bin_writer_number(p->out, cell->bin);
    bin_writer_number(p->out, evictor->who);
    bin_writer_number(p->out, evictor->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_totals(const profile *p) {
  const coh_system *system = bin_account_system(p->account);
  coh_counts sum = {0};
  uint64_t instructions = 0, cycles = 0;
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    instructions += bin_account_instructions(p->account, i);
    const uint64_t clock = bin_account_cycles(p->account, i);
    if (clock > cycles) cycles = clock;
    add(&sum, coh_counts_of(system, i));
  }
  bin_writer_begin(p->out, BIN_RECORD_TOTALS);
  bin_writer_number(p->out, instructions);
  bin_writer_number(p->out, cycles);
  counts(p, &sum);
  bin_writer_end(p->out);
}

bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure) {
  const profile p = {account, bin_account_cells(account), bin_account_table(account), info,
                     bin_writer_new(sink, closure)};
  write_head(&p);
  write_code(&p);
  write_bins(&p);
  write_processors(&p);
  write_cells(&p);
  write_evictors(&p);
  write_totals(&p);
  return bin_writer_finish(p.out);
}
