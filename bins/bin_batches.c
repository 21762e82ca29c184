/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_batches.c: see bin_batches.h.
 *
 * Every count has a mark: its value when the last sample was kept. Discarding sets the counts to their marks; keeping
 * sets the marks to the counts. The count of a cell or tally entry that was made later has no mark, and is set to 0.
 * The increase of a count in an interval that represents a phase is multiplied before it is kept. */
#include "bins/bin_batches.h"

#include "bins/bin_format.h"
#include "coherence/coh_system-inl.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

/* The marks of a cell's own counts. */
typedef struct {
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(uint64_t name;)
#include "coherence/coh_counts.def"
  uint32_t memory;
} cell_mark;

typedef struct {
  coh_counts counts;
  uint64_t instructions, idle;
} processor_mark;

/* The marks of a kind of count, by index. Marks from `room` on are 0. */
typedef struct {
  uint64_t *numbers;
  uint32_t room;
} marks;

struct bin_batches {
  bin_account *account;
  processor_mark *processors;
  cell_mark *cells; /* indexed by cell */
  uint32_t cell_room;
  bin_shared_counts *shared;
  uint32_t shared_room;
  bin_models models; /* marks of the counts of models */
  marks second_level, evictors, invalidators, places;
  bin_tally misses, stall; /* key: cell and batch; value: count */
  bin_batch batches[BIN_BATCHES];
  bin_phase *phases; /* NULL: the samples go to the batches in turn */
  unsigned n_phases;
  bool is_spread; /* a phase has several intervals */
  uint64_t samples, executed;
};

bin_batches *bin_batches_new(bin_account *account) {
  bin_batches *batches = plat_alloc(sizeof *batches);
  batches->account = account;
  batches->processors = plat_alloc(coh_processors(bin_account_system(account)) * sizeof *batches->processors);
  return batches;
}

bin_batches *bin_batches_new_of_phases(bin_account *account, const bin_phase *phases, unsigned n) {
  bin_batches *batches = bin_batches_new(account);
  batches->phases = plat_alloc(n * sizeof *batches->phases);
  batches->n_phases = n;
  for (unsigned i = 0; i < n; i++) {
    plat_assert(phases[i].weight != 0 && phases[i].instructions == 0);
    batches->phases[i] = phases[i];
    for (unsigned k = 0; k < i; k++) batches->is_spread |= phases[k].phase == phases[i].phase;
  }
  return batches;
}

void bin_batches_free(bin_batches *batches) {
  plat_free(batches->processors);
  plat_free(batches->cells);
  plat_free(batches->shared);
  bin_models_clear(&batches->models);
  bin_tally_clear(&batches->misses);
  bin_tally_clear(&batches->stall);
  plat_free(batches->second_level.numbers);
  plat_free(batches->evictors.numbers);
  plat_free(batches->invalidators.numbers);
  plat_free(batches->places.numbers);
  plat_free(batches->phases);
  plat_free(batches);
}

/* ---- counts and their marks: for each kind, a function that restores the counts and one that sets the marks ---- */

static uint64_t marked(const marks *m, uint32_t number) { return number < m->room ? m->numbers[number] : 0; }

static void mark(marks *m, uint32_t number, uint64_t count) {
  if (count == 0) return; /* the mark is 0, too, because a count is never below its mark */
  m->numbers = plat_grow(m->numbers, number, &m->room, sizeof *m->numbers);
  m->numbers[number] = count;
}

static void drop_tally(bin_tally *tally, const marks *m) {
  for (uint32_t i = 0; i < tally->n; i++) tally->entries[i].count = marked(m, i);
}

static void keep_tally(const bin_tally *tally, marks *m) {
  for (uint32_t i = 0; i < tally->n; i++) mark(m, i, tally->entries[i].count);
}

static const cell_mark *cell_marked(const bin_batches *batches, uint32_t number) {
  static const cell_mark none;
  return number < batches->cell_room ? &batches->cells[number] : &none;
}

static const bin_shared_counts *shared_marked(const bin_batches *batches, uint32_t number) {
  static const bin_shared_counts none;
  return number < batches->shared_room ? &batches->shared[number] : &none;
}

static void drop_cells(const bin_batches *batches, bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n; i++) {
    const cell_mark *m = cell_marked(batches, i);
    bin_cell *cell = bin_cells_get(cells, i);
    cell->memory = m->memory;
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(cell->name = m->name;)
#include "coherence/coh_counts.def"
  }
}

static void drop_rare(const bin_batches *batches, bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n_shared; i++) cells->shared[i] = *shared_marked(batches, i);
  for (uint32_t i = 0; i < cells->second_level_room; i++) cells->second_level[i] = marked(&batches->second_level, i);
  for (uint32_t i = 0; i < cells->models.room; i++) cells->models.counts[i] = *bin_models_get(&batches->models, i);
  drop_tally(&cells->evictors, &batches->evictors);
  drop_tally(&cells->invalidators, &batches->invalidators);
}

static void keep_rare(bin_batches *batches, const bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n_shared; i++) {
    batches->shared = plat_grow(batches->shared, i, &batches->shared_room, sizeof *batches->shared);
    batches->shared[i] = cells->shared[i];
  }
  for (uint32_t i = 0; i < cells->second_level_room; i++) mark(&batches->second_level, i, cells->second_level[i]);
  for (uint32_t i = 0; i < cells->models.room; i++) *bin_models_of(&batches->models, i) = cells->models.counts[i];
  keep_tally(&cells->evictors, &batches->evictors);
  keep_tally(&cells->invalidators, &batches->invalidators);
}

void bin_batches_drop(bin_batches *batches) {
  bin_account *account = batches->account;
  coh_system *system = bin_account_system(account);
  bin_table *table = bin_account_table(account);
  bin_cells *cells = bin_account_cells_to_set(account);
  drop_cells(batches, cells);
  drop_rare(batches, cells);
  for (unsigned i = 0; i < coh_processors(system); i++) {
    const processor_mark *m = &batches->processors[i];
    coh_counts_restore(system, i, &m->counts);
    bin_account_restore(account, i, m->instructions, m->idle);
  }
  for (uint32_t i = 0; i < bin_table_places(table); i++)
    bin_table_restore_instructions(table, i, marked(&batches->places, i));
}

/* ---- phases: the increase of counts since their marks is multiplied ---- */

static void weigh(uint64_t *count, uint64_t before, uint64_t weight) { *count = before + (*count - before) * weight; }

static void weigh_tally(bin_tally *tally, const marks *m, uint64_t weight) {
  for (uint32_t i = 0; i < tally->n; i++) weigh(&tally->entries[i].count, marked(m, i), weight);
}

static void weigh_cell(const bin_batches *batches, bin_cells *cells, bin_cell *cell, uint64_t weight) {
  const cell_mark *m = cell_marked(batches, cell->number);
  uint64_t memory = bin_cells_memory(cells, cell);
  const uint64_t before = m->memory +
                          (cell->shared != BIN_NOT_SHARED ? shared_marked(batches, cell->shared)->memory : 0);
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(weigh(&cell->name, m->name, weight);)
#include "coherence/coh_counts.def"
  weigh(&memory, before, weight);
  bin_cells_set_memory(cells, cell, memory);
}

/* Multiplies all shared counts except `memory`; weigh_cell() multiplies `memory`. */
static void weigh_shared(bin_shared_counts *shared, const bin_shared_counts *m, uint64_t weight) {
#define COUNT(symbol, name, record, kept, ...) BIN_SHARED_##kept(weigh(&shared->name, m->name, weight);)
#include "coherence/coh_counts.def"
}

static void weigh_models(bin_model_counts *counts, const bin_model_counts *m, uint64_t weight) {
#define MODEL_COUNT(symbol, name, ...) weigh(&counts->name, m->name, weight);
#include "coherence/coh_counts.def"
}

static void weigh_cells(const bin_batches *batches, bin_cells *cells, uint64_t weight) {
  for (uint32_t i = 0; i < cells->n; i++) weigh_cell(batches, cells, bin_cells_get(cells, i), weight);
  for (uint32_t i = 0; i < cells->n_shared; i++) weigh_shared(&cells->shared[i], shared_marked(batches, i), weight);
  for (uint32_t i = 0; i < cells->second_level_room; i++)
    weigh(&cells->second_level[i], marked(&batches->second_level, i), weight);
  for (uint32_t i = 0; i < cells->models.room; i++)
    weigh_models(&cells->models.counts[i], bin_models_get(&batches->models, i), weight);
  weigh_tally(&cells->evictors, &batches->evictors, weight);
  weigh_tally(&cells->invalidators, &batches->invalidators, weight);
}

static void weigh_processor(const bin_batches *batches, unsigned number, uint64_t weight) {
  const processor_mark *m = &batches->processors[number];
  coh_system *system = bin_account_system(batches->account);
  coh_counts counts = *coh_counts_of(system, number);
  uint64_t instructions = bin_account_instructions(batches->account, number);
  uint64_t idle = bin_account_idle_cycles(batches->account, number);
  for (coh_count i = 0; i < COH_COUNTS; i++) weigh(coh_counts_at(&counts, i), coh_counts_get(&m->counts, i), weight);
  weigh(&instructions, m->instructions, weight);
  weigh(&idle, m->idle, weight);
  coh_counts_restore(system, number, &counts);
  bin_account_restore(batches->account, number, instructions, idle);
}

/* Multiplies the increase of all counts of the account since their marks. */
static void weigh_all(bin_batches *batches, uint64_t weight) {
  bin_table *table = bin_account_table(batches->account);
  weigh_cells(batches, bin_account_cells_to_set(batches->account), weight);
  for (unsigned i = 0; i < coh_processors(bin_account_system(batches->account)); i++)
    weigh_processor(batches, i, weight);
  for (uint32_t i = 0; i < bin_table_places(table); i++) {
    uint64_t instructions = bin_table_get_place(table, i)->instructions;
    weigh(&instructions, marked(&batches->places, i), weight);
    bin_table_restore_instructions(table, i, instructions);
  }
}

/* ---- samples that are kept ---- */

/* Adds the increase of a cell's misses and stall since their marks to a batch. */
static void add_to_batch(bin_batches *batches, const bin_cell *cell, unsigned number) {
  const cell_mark *m = cell_marked(batches, cell->number);
  const uint64_t misses = cell->read_misses + cell->write_misses - m->read_misses - m->write_misses;
  const uint64_t stall = cell->stall_cycles - m->stall_cycles;
  if (misses != 0) bin_tally_add(&batches->misses, cell->number, number, misses);
  if (stall != 0) bin_tally_add(&batches->stall, cell->number, number, stall);
}

/* As add_to_batch(), but for all cells. */
static void add_all_to_batch(bin_batches *batches, unsigned number) {
  const bin_cells *cells = bin_account_cells_to_set(batches->account);
  for (uint32_t i = 0; i < cells->n; i++) add_to_batch(batches, bin_cells_get(cells, i), number);
}

static void keep_cell(bin_batches *batches, const bin_cell *cell) {
  if (cell->reads + cell->writes == 0) return;
  batches->cells = plat_grow(batches->cells, cell->number, &batches->cell_room, sizeof *batches->cells);
  batches->cells[cell->number] = (cell_mark){
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(.name = cell->name, )
#include "coherence/coh_counts.def"
      .memory = cell->memory};
}

/* Returns the increase of the account's instructions since the marks were set. */
static uint64_t new_instructions(const bin_batches *batches) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < coh_processors(bin_account_system(batches->account)); i++)
    sum += bin_account_instructions(batches->account, i) - batches->processors[i].instructions;
  return sum;
}

/* Sets all marks to the counts. */
static void keep(bin_batches *batches) {
  bin_account *account = batches->account;
  coh_system *system = bin_account_system(account);
  const bin_table *table = bin_account_table(account);
  const bin_cells *cells = bin_account_cells_to_set(account);
  for (uint32_t i = 0; i < cells->n; i++) keep_cell(batches, bin_cells_get(cells, i));
  keep_rare(batches, cells);
  for (unsigned i = 0; i < coh_processors(system); i++) {
    processor_mark *m = &batches->processors[i];
    *m = (processor_mark){*coh_counts_of(system, i), bin_account_instructions(account, i),
                          bin_account_idle_cycles(account, i)};
    coh_counts_restore(system, i, &m->counts);
  }
  for (uint32_t i = 0; i < bin_table_places(table); i++)
    mark(&batches->places, i, bin_table_get_place(table, i)->instructions);
}

void bin_batches_keep(bin_batches *batches) {
  const uint64_t instructions = new_instructions(batches);
  plat_assert(batches->n_phases == 0);
  if (instructions == 0) {
    bin_batches_drop(batches);
    return;
  }
  const unsigned number = (unsigned)(batches->samples++ % BIN_BATCHES);
  add_all_to_batch(batches, number);
  batches->batches[number].samples++;
  batches->batches[number].instructions += instructions;
  keep(batches);
}

void bin_batches_keep_phase(bin_batches *batches, unsigned number) {
  const uint64_t instructions = new_instructions(batches);
  plat_assert(number < batches->n_phases);
  if (instructions == 0) {
    bin_batches_drop(batches);
    return;
  }
  batches->phases[number].instructions += instructions;
  if (batches->is_spread) add_all_to_batch(batches, number);
  weigh_all(batches, batches->phases[number].weight);
  keep(batches);
}

unsigned bin_batches_phases(const bin_batches *batches) { return batches->n_phases; }
const bin_phase *bin_batches_phase(const bin_batches *batches, unsigned number) { return &batches->phases[number]; }

/* Batches are filled in turn, so those with samples come first. */
unsigned bin_batches_count(const bin_batches *batches) {
  unsigned n = 0;
  if (batches->n_phases != 0) return batches->is_spread ? batches->n_phases : 0;
  while (n < BIN_BATCHES && batches->batches[n].samples != 0) n++;
  return n;
}

const bin_batch *bin_batches_get(const bin_batches *batches, unsigned number) { return &batches->batches[number]; }

uint64_t bin_batches_misses(const bin_batches *batches, unsigned number, uint32_t cell) {
  return bin_tally_count(&batches->misses, cell, number);
}

uint64_t bin_batches_stall(const bin_batches *batches, unsigned number, uint32_t cell) {
  return bin_tally_count(&batches->stall, cell, number);
}

void bin_batches_executed(bin_batches *batches, uint64_t instructions) { batches->executed = instructions; }

uint64_t bin_batches_all_instructions(const bin_batches *batches) { return batches->executed; }
