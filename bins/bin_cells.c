/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_cells.h"
#include "plat/plat_array.h"

enum { CELLS_AT_ONCE = 128 };

typedef struct {
  const bin_cells *cells;
  uint32_t place;
  bin_id bin;
} query;

bin_cell *bin_cells_get(const bin_cells *cells, uint32_t number) {
  plat_assert(number < cells->n);
  return &cells->chunks[number / CELLS_AT_ONCE][number % CELLS_AT_ONCE];
}

static bool match(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_cell *cell = bin_cells_get(q->cells, number);
  return cell->place == q->place && cell->bin == q->bin;
}

static void make_room_for_changes(bin_cells *cells, uint32_t number) {
  cells->changed = plat_grow(cells->changed, number / 64, &cells->changed_room, sizeof *cells->changed);
}

static void make_room_for_owners(bin_cells *cells, uint32_t number) {
  cells->owners = plat_grow(cells->owners, number, &cells->owner_room, sizeof *cells->owners);
}

static bin_cell *new_cell(bin_cells *cells, uint32_t place, bin_id bin) {
  if (cells->n % CELLS_AT_ONCE == 0) {
    cells->chunks = plat_grow(cells->chunks, cells->n_chunks, &cells->chunk_room, sizeof *cells->chunks);
    cells->chunks[cells->n_chunks++] = plat_alloc(CELLS_AT_ONCE * sizeof(bin_cell));
  }
  bin_cell *cell = bin_cells_get(cells, cells->n++);
  *cell = (bin_cell){.number = cells->n - 1,
                     .place = place,
                     .segment = bin_table_get_place(cells->table, place)->segment,
                     .bin = bin,
                     .shared = BIN_NOT_SHARED};
  if (cells->changed) make_room_for_changes(cells, cell->number);
  if (cells->owners) make_room_for_owners(cells, cell->number);
  return cell;
}

bin_cell *bin_cells_search(bin_cells *cells, uint32_t code, bin_id bin) {
  const uint32_t place = bin_table_staged(cells->table, code);
  const query q = {cells, place, bin};
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, place), bin);
  const uint32_t found = bin_index_find(&cells->index, hash, match, &q);
  bin_cell *cell = found != BIN_INDEX_NONE ? bin_cells_get(cells, found) : new_cell(cells, place, bin);
  if (found == BIN_INDEX_NONE) bin_index_add(&cells->index, hash, cell->number);
  return cell;
}

void bin_cells_forget_recent(bin_cells *cells) {
  for (unsigned i = 0; i < 1 << BIN_RECENT_BITS; i++) cells->recent[i] = (bin_recent_cell){0};
}

bin_spread *bin_cells_spread(bin_cells *cells, const bin_cell *cell) {
  cells->spreads = plat_grow(cells->spreads, cell->number, &cells->spread_room, sizeof *cells->spreads);
  return &cells->spreads[cell->number];
}

/* Returns the shared counts of a cell. They are valid until the shared counts of another cell are made. */
static bin_shared_counts *shared_of(bin_cells *cells, bin_cell *cell) {
  if (cell->shared == BIN_NOT_SHARED) {
    cells->shared = plat_grow(cells->shared, cells->n_shared, &cells->shared_room, sizeof *cells->shared);
    cell->shared = cells->n_shared++;
    cells->shared[cell->shared] = (bin_shared_counts){0};
  }
  return &cells->shared[cell->shared];
}

void bin_cells_serve_from_l2(bin_cells *cells, const bin_cell *cell) {
  cells->second_level = plat_grow(cells->second_level, cell->number, &cells->second_level_room,
                                  sizeof *cells->second_level);
  cells->second_level[cell->number]++;
}

void bin_cells_carry(bin_cells *cells, bin_cell *cell) { shared_of(cells, cell)->memory += (uint64_t)1 << 32; }

uint64_t bin_cells_memory(const bin_cells *cells, const bin_cell *cell) {
  return cell->memory + (cell->shared != BIN_NOT_SHARED ? cells->shared[cell->shared].memory : 0);
}

void bin_cells_set_memory(bin_cells *cells, bin_cell *cell, uint64_t memory) {
  cell->memory = (uint32_t)memory;
  const uint64_t above = memory - cell->memory;
  if (above != 0 || cell->shared != BIN_NOT_SHARED) shared_of(cells, cell)->memory = above;
}

void bin_cells_count_event(bin_cells *cells, bin_cell *cell, unsigned event, coh_who who) {
  bin_shared_counts *shared = shared_of(cells, cell);
  if (event & BIN_INVALIDATION) {
    shared->invalidation++;
    bin_tally_one(&cells->invalidators, cell->number, &shared->invalidator, who);
  }
  shared->true_sharing += (event & BIN_TRUE_SHARING) != 0;
  shared->upgrades += (event & BIN_UPGRADE) != 0;
  shared->transfers += (event & BIN_TRANSFER) != 0;
}

void bin_cells_count_kind(bin_cells *cells, bin_cell *cell, bool remote, bool capacity, bool conflict) {
  bin_shared_counts *shared = shared_of(cells, cell);
  shared->remote += remote;
  shared->capacity += capacity;
  shared->conflict += conflict;
}

void bin_cells_translate(bin_cells *cells, const bin_cell *cell, const coh_translation *translation) {
  bin_model_counts *counts = bin_models_of(&cells->models, cell->number);
  counts->tlb_misses += translation->misses;
  counts->walks += translation->walks;
  counts->translation_cycles += translation->cycles;
}

void bin_cells_prefetch(bin_cells *cells, const bin_cell *cell, const coh_prefetching *prefetching) {
  bin_model_counts *counts = bin_models_of(&cells->models, cell->number);
  counts->prefetches += prefetching->issued;
  counts->covered += prefetching->covered;
  counts->late += prefetching->late;
  counts->displaced += prefetching->displaced;
}

void bin_cells_waste(bin_cells *cells, uint32_t number) { bin_models_of(&cells->models, number)->unused++; }

void bin_cells_charge(bin_cells *cells, uint32_t number, const coh_charge *cost) {
  bin_cell *cell = bin_cells_get(cells, number);
  bin_cells_note_change(cells, cell);
  cell->stall_cycles += cost->stall;
  bin_model_counts *counts = bin_models_of(&cells->models, number);
  counts->overlapped_misses -= cost->miss;
  counts->overlapped_cycles -= cost->latency;
  counts->translation_cycles += cost->translation;
}

void bin_cells_move(bin_cells *cells, uint32_t place, bin_id bin, coh_move move, uint64_t bytes) {
  const bin_cell *cell = bin_cells_find(cells, place, bin);
  *bin_model_count(bin_models_of(&cells->models, cell->number), COH_COUNT_D1_BYTES_READ + move) += bytes;
}

void bin_cells_revise(bin_cells *cells, uint32_t number) {
  shared_of(cells, bin_cells_get(cells, number))->true_sharing++;
}

coh_counts bin_cells_counts(const bin_cells *cells, const bin_cell *cell) {
  static const bin_shared_counts none;
  const bin_shared_counts *shared = cell->shared != BIN_NOT_SHARED ? &cells->shared[cell->shared] : &none;
  const uint64_t misses = cell->read_misses + cell->write_misses, memory = bin_cells_memory(cells, cell);
  const uint64_t second_level = cell->number < cells->second_level_room ? cells->second_level[cell->number] : 0;
  const bin_model_counts *models = bin_models_get(&cells->models, cell->number);
  const uint64_t cold = misses - cell->replacement - shared->invalidation, local = misses - shared->remote;
  const uint64_t false_sharing = shared->invalidation - shared->true_sharing;
  const uint64_t last_level = misses - second_level - memory - shared->transfers;
#define OF_CELL(name) cell->name
#define OF_SHARED(name) shared->name
#define OF_APART(name) name
  return (coh_counts){
#define COUNT(symbol, name, record, kept, ...) .name = OF_##kept(name),
#define MODEL_COUNT(symbol, name, ...) .name = models->name,
#include "coherence/coh_counts.def"
  };
}

void bin_cells_settle(bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n; i++) {
    bin_cell *cell = bin_cells_get(cells, i);
    bin_tally_settle(&cells->evictors, i, &cell->evictor);
    if (cell->shared != BIN_NOT_SHARED)
      bin_tally_settle(&cells->invalidators, i, &cells->shared[cell->shared].invalidator);
  }
}

void bin_cells_own(bin_cells *cells) { make_room_for_owners(cells, cells->n); }

void bin_cells_watch(bin_cells *cells) { make_room_for_changes(cells, cells->n); }

void bin_cells_visit_changed(bin_cells *cells, void (*visit)(void *closure, const bin_cell *cell), void *closure) {
  for (uint32_t i = 0; i * 64 < cells->n; i++)
    for (; cells->changed[i] != 0; cells->changed[i] &= cells->changed[i] - 1)
      visit(closure, bin_cells_get(cells, i * 64 + (uint32_t)__builtin_ctzll(cells->changed[i])));
}

/* Sets all counts of a cell, except those in tallies, to zero. */
static void zero(bin_cells *cells, bin_cell *cell) {
  cell->memory = 0;
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(cell->name = 0;)
#include "coherence/coh_counts.def"
  if (cell->shared != BIN_NOT_SHARED) cells->shared[cell->shared] = (bin_shared_counts){0};
  if (cell->number < cells->spread_room) cells->spreads[cell->number] = (bin_spread){0};
  if (cell->number < cells->second_level_room) cells->second_level[cell->number] = 0;
  if (cell->number < cells->models.room) cells->models.counts[cell->number] = (bin_model_counts){0};
}

void bin_cells_zero(bin_cells *cells) {
  bin_cells_settle(cells);
  for (uint32_t i = 0; i < cells->n; i++) zero(cells, bin_cells_get(cells, i));
  bin_tally_zero(&cells->evictors);
  bin_tally_zero(&cells->invalidators);
}

static bool is_uncounted(const bin_cells *cells, const bin_cell *cell) {
  return bin_table_get_place(cells->table, cell->place)->stage == BIN_STAGE_UNCOUNTED;
}

static void drop_tally(const bin_cells *cells, bin_tally *tally) {
  for (uint32_t i = 0; i < tally->n; i++)
    if (is_uncounted(cells, bin_cells_get(cells, tally->entries[i].cell))) tally->entries[i].count = 0;
}

void bin_cells_drop_uncounted(bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n; i++) {
    bin_cell *cell = bin_cells_get(cells, i);
    if (is_uncounted(cells, cell)) zero(cells, cell);
  }
  drop_tally(cells, &cells->evictors);
  drop_tally(cells, &cells->invalidators);
}

void bin_cells_clear(bin_cells *cells) {
  for (uint32_t i = 0; i < cells->n_chunks; i++) plat_free(cells->chunks[i]);
  plat_free(cells->chunks);
  plat_free(cells->shared);
  plat_free(cells->spreads);
  plat_free(cells->second_level);
  plat_free(cells->changed);
  plat_free(cells->owners);
  bin_models_clear(&cells->models);
  bin_index_clear(&cells->index);
  bin_tally_clear(&cells->evictors);
  bin_tally_clear(&cells->invalidators);
}
