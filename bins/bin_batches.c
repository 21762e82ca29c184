/* bin_batches.c: see bin_batches.h.
 *
 * Every count is marked: as it was when the last sample was kept. To take back is to go back to the mark, to keep is to
 * move it. What came after the mark was made (a cell, an entry of a tally) goes back to 0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_batches.h"

#include "coherence/coh_array.h"
#include "coherence/coh_system-inl.h"
#include "coherence/plat.h"

/* What a cell had counted. */
typedef struct {
  uint64_t reads, writes, read_misses, write_misses, replacement, stall_cycles;
  uint32_t memory;
} cell_mark;

typedef struct {
  coh_counts counts;
  uint64_t instructions, idle;
} processor_mark;

/* Numbers by index; those that there is no room for are 0. */
typedef struct {
  uint64_t *numbers;
  uint32_t room;
} marks;

struct bin_batches {
  bin_account *account;
  processor_mark *processors;
  cell_mark *cells; /* by number */
  uint32_t cell_room;
  bin_shared_counts *shared;
  uint32_t shared_room;
  marks second_level, evictors, invalidators, places;
  bin_tally misses, stall; /* batches, by cell */
  bin_batch batches[BIN_BATCHES];
  uint64_t samples, executed;
};

bin_batches *bin_batches_new(bin_account *account) {
  bin_batches *batches = plat_alloc(sizeof *batches);
  batches->account = account;
  batches->processors = plat_alloc(coh_processors(bin_account_system(account)) * sizeof *batches->processors);
  return batches;
}

void bin_batches_free(bin_batches *batches) {
  plat_free(batches->processors);
  plat_free(batches->cells);
  plat_free(batches->shared);
  bin_tally_clear(&batches->misses);
  bin_tally_clear(&batches->stall);
  plat_free(batches->second_level.numbers);
  plat_free(batches->evictors.numbers);
  plat_free(batches->invalidators.numbers);
  plat_free(batches->places.numbers);
  plat_free(batches);
}

/* ---- counts and their marks: of each kind one function that goes back and one that moves the mark ---- */

static uint64_t marked(const marks *m, uint32_t number) { return number < m->room ? m->numbers[number] : 0; }

static void mark(marks *m, uint32_t number, uint64_t count) {
  if (count == 0) return; /* none has been more, as counts go back only to their marks */
  m->numbers = coh_grow(m->numbers, number, &m->room, sizeof *m->numbers);
  m->numbers[number] = count;
}

static void drop_tally(bin_tally *tally, const marks *m) {
  for (uint32_t i = 0; i < tally->n; i++) tally->entries[i].count = marked(m, i);
}

static void keep_tally(const bin_tally *tally, marks *m) {
  for (uint32_t i = 0; i < tally->n; i++) mark(m, i, tally->entries[i].count);
}

static void drop_cells(const bin_batches *batches, bin_cells *cells) {
  static const cell_mark none;
  for (uint32_t i = 0; i < cells->n; i++) {
    const cell_mark *m = i < batches->cell_room ? &batches->cells[i] : &none;
    bin_cell *cell = bin_cells_get(cells, i);
    cell->reads = m->reads;
    cell->writes = m->writes;
    cell->read_misses = m->read_misses;
    cell->write_misses = m->write_misses;
    cell->replacement = m->replacement;
    cell->stall_cycles = m->stall_cycles;
    cell->memory = m->memory;
  }
}

static void drop_rare(const bin_batches *batches, bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n_shared; i++)
    cells->shared[i] = i < batches->shared_room ? batches->shared[i] : (bin_shared_counts){0};
  for (uint32_t i = 0; i < cells->second_level_room; i++) cells->second_level[i] = marked(&batches->second_level, i);
  drop_tally(&cells->evictors, &batches->evictors);
  drop_tally(&cells->invalidators, &batches->invalidators);
}

static void keep_rare(bin_batches *batches, const bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n_shared; i++) {
    batches->shared = coh_grow(batches->shared, i, &batches->shared_room, sizeof *batches->shared);
    batches->shared[i] = cells->shared[i];
  }
  for (uint32_t i = 0; i < cells->second_level_room; i++) mark(&batches->second_level, i, cells->second_level[i]);
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

/* ---- batches ---- */

/* Adds what a cell has counted since its mark to a batch, and moves the mark. */
static void keep_cell(bin_batches *batches, const bin_cell *cell, unsigned number) {
  if (cell->reads + cell->writes == 0) return;
  batches->cells = coh_grow(batches->cells, cell->number, &batches->cell_room, sizeof *batches->cells);
  cell_mark *m = &batches->cells[cell->number];
  const uint64_t misses = cell->read_misses + cell->write_misses - m->read_misses - m->write_misses;
  const uint64_t stall = cell->stall_cycles - m->stall_cycles;
  if (misses != 0) bin_tally_add(&batches->misses, cell->number, number, misses);
  if (stall != 0) bin_tally_add(&batches->stall, cell->number, number, stall);
  *m = (cell_mark){cell->reads,       cell->writes,       cell->read_misses, cell->write_misses,
                   cell->replacement, cell->stall_cycles, cell->memory};
}

/* Whether the account has counted instructions since the marks were made. */
static bool has_instructions(const bin_batches *batches) {
  for (unsigned i = 0; i < coh_processors(bin_account_system(batches->account)); i++)
    if (bin_account_instructions(batches->account, i) != batches->processors[i].instructions) return true;
  return false;
}

void bin_batches_keep(bin_batches *batches) {
  bin_account *account = batches->account;
  if (!has_instructions(batches)) {
    bin_batches_drop(batches);
    return;
  }
  coh_system *system = bin_account_system(account);
  const bin_table *table = bin_account_table(account);
  const bin_cells *cells = bin_account_cells_to_set(account);
  const unsigned number = (unsigned)(batches->samples++ % BIN_BATCHES);
  for (uint32_t i = 0; i < cells->n; i++) keep_cell(batches, bin_cells_get(cells, i), number);
  keep_rare(batches, cells);
  for (unsigned i = 0; i < coh_processors(system); i++) {
    processor_mark *m = &batches->processors[i];
    batches->batches[number].instructions += bin_account_instructions(account, i) - m->instructions;
    *m = (processor_mark){*coh_counts_of(system, i), bin_account_instructions(account, i),
                          bin_account_idle_cycles(account, i)};
    coh_counts_restore(system, i, &m->counts);
  }
  batches->batches[number].samples++;
  for (uint32_t i = 0; i < bin_table_places(table); i++)
    mark(&batches->places, i, bin_table_get_place(table, i)->instructions);
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
