/* bin_profile_counts.c: writes the counts of processors, of cells and of the whole run.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

void bin_profile_put_processors(const bin_profile_output *p) {
  const coh_system *system = bin_account_system(p->account);
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    const bin_processor_counts counted = bin_profile_counts_of(p, i);
    bin_writer_begin(p->out, BIN_RECORD_PROCESSOR);
    bin_writer_number(p->out, bin_account_threads(p->account, i));
    bin_writer_number(p->out, counted.instructions);
    bin_writer_number(p->out, counted.cycles);
    bin_writer_number(p->out, counted.cycles - counted.idle_cycles);
    bin_writer_number(p->out, counted.idle_cycles);
    bin_profile_add_counts(p, &counted.counts);
    bin_writer_end(p->out);
  }
}

static void write_cells(const bin_profile_output *p) {
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->reads + cell->writes == 0) continue; /* no references since the counts were set to zero */
    const coh_counts all = bin_cells_counts(p->cells, cell);
    bin_writer_begin(p->out, BIN_RECORD_CELL);
    bin_profile_add_pair(p, cell->place, cell->bin);
    bin_profile_add_counts(p, &all);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_batch_cells(const bin_profile_output *p) {
  const unsigned n = bin_batches_count(p->info->batches);
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->read_misses + cell->write_misses + cell->stall_cycles == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_BATCH_CELL);
    bin_profile_add_pair(p, cell->place, cell->bin);
    for (unsigned b = 0; b < n; b++) {
      bin_writer_number(p->out, bin_batches_misses(p->info->batches, b, cell->number));
      bin_writer_number(p->out, bin_batches_stall(p->info->batches, b, cell->number));
    }
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_cells(const bin_profile_output *p) {
  write_cells(p);
  if (p->info->batches && bin_batches_count(p->info->batches) != 0) write_batch_cells(p);
}

void bin_profile_put_spreads(const bin_profile_output *p) {
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->number >= p->cells->spread_room || cell->reads + cell->writes == 0) continue;
    const bin_spread *spread = &p->cells->spreads[cell->number];
    if (!spread->seen) continue;
    bin_writer_begin(p->out, BIN_RECORD_SPREAD);
    bin_profile_add_pair(p, cell->place, cell->bin);
    bin_writer_number(p->out, spread->offset);
    bin_writer_number(p->out, spread->stride);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static bool has_models(const bin_account *account) { return coh_has_models(bin_account_system(account)); }

static void put_models(const bin_profile_output *p, const coh_counts *c) {
#define MODEL_COUNT(symbol, name, ...) bin_writer_number(p->out, c->name);
#include "coherence/coh_counts.def"
}

static void write_model_processors(const bin_profile_output *p) {
  for (uint32_t i = 0; i < coh_processors(bin_account_system(p->account)); i++) {
    const bin_processor_counts counted = bin_profile_counts_of(p, i);
    bin_writer_begin(p->out, BIN_RECORD_MODEL_PROCESSOR);
    bin_writer_number(p->out, i);
    put_models(p, &counted.counts);
    bin_writer_end(p->out);
  }
}

static void write_model_cells(const bin_profile_output *p) {
  uint32_t *order = bin_profile_sorted(p, p->cells->n, bin_profile_cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (bin_models_is_none(bin_models_get(&p->cells->models, cell->number))) continue;
    const coh_counts all = bin_cells_counts(p->cells, cell);
    bin_writer_begin(p->out, BIN_RECORD_MODEL_CELL);
    bin_profile_add_pair(p, cell->place, cell->bin);
    put_models(p, &all);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_models(const bin_profile_output *p) {
  if (!has_models(p->account)) return;
  write_model_processors(p);
  write_model_cells(p);
}

static void write_model_totals(const bin_profile_output *p, const coh_counts *sum) {
  if (!has_models(p->account)) return;
  bin_writer_begin(p->out, BIN_RECORD_MODEL_TOTALS);
  put_models(p, sum);
  bin_writer_end(p->out);
}

void bin_profile_put_totals(const bin_profile_output *p) {
  const coh_system *system = bin_account_system(p->account);
  coh_counts sum = {0};
  uint64_t instructions = 0, cycles = 0;
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    const bin_processor_counts counted = bin_profile_counts_of(p, i);
    instructions += counted.instructions;
    if (counted.cycles > cycles) cycles = counted.cycles;
    coh_counts_add(&sum, &counted.counts);
  }
  bin_writer_begin(p->out, BIN_RECORD_TOTALS);
  bin_writer_number(p->out, instructions);
  bin_writer_number(p->out, cycles);
  bin_profile_add_counts(p, &sum);
  bin_writer_end(p->out);
  write_model_totals(p, &sum);
}
