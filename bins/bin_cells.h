/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_cells.h: the statistics cells. A cell has the counts of the references of one place to the data of one bin.
 *
 * A large program has a hundred thousand cells, but few of them have events that involve other processors or nodes. So
 * a cell gets memory for the counts of such events (bin_shared_counts) at the first one. */
#pragma once

#include "bins/bin_models.h"
#include "bins/bin_sharing.h"
#include "bins/bin_spread.h"
#include "bins/bin_table.h"
#include "bins/bin_tally.h"
#include "coherence/coh_system.h"
#include "plat/plat.h"

/* These macros select counts by the column `kept` of coh_counts.def. BIN_IN_CELL_##kept(...) expands to its arguments
 * if the count is in bin_cell, and BIN_SHARED_##kept(...) does if it is in bin_shared_counts. Otherwise, they expand to
 * nothing. */
#define BIN_IN_CELL_CELL(...) __VA_ARGS__
#define BIN_IN_CELL_SHARED(...)
#define BIN_IN_CELL_APART(...)
#define BIN_SHARED_CELL(...)
#define BIN_SHARED_SHARED(...) __VA_ARGS__
#define BIN_SHARED_APART(...)

typedef struct {
  uint32_t number; /* number of the cell, from 0 */
  uint32_t place;
  uint32_t segment; /* segment of the place */
  bin_id bin;
  uint32_t shared;     /* index of the cell's bin_shared_counts; BIN_NOT_SHARED: the cell has none, since all these
                          counts are zero */
  bin_pending evictor; /* latest evictor of the cell's replacement misses */
  uint32_t memory;     /* number of misses that memory served, modulo 2^32; the cell's bin_shared_counts have the
                          rest */
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(uint64_t name;)
#include "coherence/coh_counts.def"
} bin_cell;

#define BIN_NOT_SHARED 0xffffffffu

/* The context to which the latest misses and stall of a cell belong (bin_owner.h). */
typedef struct {
  uint32_t context; /* 0: none */
  uint32_t note;    /* if `context` is not 0: index of the cell's counts in it (bin_contexts_note()) */
} bin_owner;

/* The counts of a cell that few cells need. */
typedef struct {
  bin_pending invalidator; /* latest invalidator of the cell's invalidation misses */
  uint64_t memory;         /* number of misses that memory served, in addition to bin_cell.memory; a multiple of 2^32 */
#define COUNT(symbol, name, record, kept, ...) BIN_SHARED_##kept(uint64_t name;)
#include "coherence/coh_counts.def"
} bin_shared_counts;

/* An entry of the cache of look-ups. */
typedef struct {
  uint64_t key; /* bin_cell_key(); 0: none */
  bin_cell *cell;
} bin_recent_cell;

/* Returns a place and a bin as one number. The number is not 0, since bins are below BIN_LABELS. */
static inline uint64_t bin_cell_key(uint32_t place, bin_id bin) { return ((uint64_t)place << 32 | bin) + 1; }

enum { BIN_RECENT_BITS = 12 };

typedef struct {
  bin_table *table;  /* contains the places */
  bin_cell **chunks; /* cells never move */
  uint32_t n, n_chunks, chunk_room;
  bin_index index;                              /* index of the cells by place and bin */
  bin_recent_cell recent[1 << BIN_RECENT_BITS]; /* cache of look-ups in the current stage, indexed by a hash of the key;
                                                   most look-ups hit it */
  bin_shared_counts *shared;
  uint32_t n_shared, shared_room;
  bin_spread *spreads; /* indexed by cell; cells from spread_room on have no spread */
  uint32_t spread_room;
  uint64_t *second_level; /* number of misses that the L2 served, by cell number; 0 for cells from second_level_room
                             on */
  uint32_t second_level_room;
  uint64_t *changed; /* indexed by cell, one bit each: whether its misses or stall changed since the last visit; NULL:
                        cells are not watched */
  uint32_t changed_room;
  bin_owner *owners; /* indexed by cell; NULL: there are none */
  uint32_t owner_room;
  bin_models models;
  bin_tally evictors;     /* key: cell and evicting bin; value: number of replacement misses */
  bin_tally invalidators; /* key: cell and storing segment; value: number of invalidation misses */
} bin_cells;

/* Frees the memory of the cells. A bin_cells without cells has zero in all fields except `table`. */
void bin_cells_clear(bin_cells *cells);

/* Returns the spread of a cell, valid until the next call. */
bin_spread *bin_cells_spread(bin_cells *cells, const bin_cell *cell);

/* For bin_cells_find(): looks up a cell that is not in the cache of look-ups, and makes the cell if it does not
 * exist. */
bin_cell *bin_cells_search(bin_cells *cells, uint32_t place, bin_id bin);

/* Empties the cache of look-ups, because another stage (bin_table_enter()) has other cells. */
void bin_cells_forget_recent(bin_cells *cells);

/* For bin_cells_count(): counts a miss of the cell, which the L2 served. */
void bin_cells_serve_from_l2(bin_cells *cells, const bin_cell *cell);

/* For bin_cells_count(): records an overflow of bin_cell.memory. */
void bin_cells_carry(bin_cells *cells, bin_cell *cell);

/* The next two functions return and set the number of the cell's misses that memory served. */
uint64_t bin_cells_memory(const bin_cells *cells, const bin_cell *cell);
void bin_cells_set_memory(bin_cells *cells, bin_cell *cell, uint64_t memory);

/* Adds an event (bin_sharing.h) to the shared counts of a cell. `who` is the segment whose store caused an invalidation
 * miss. */
void bin_cells_count_event(bin_cells *cells, bin_cell *cell, unsigned event, coh_who who);

/* For bin_cells_count(): counts a miss as remote, and as a capacity or a conflict miss. */
void bin_cells_count_kind(bin_cells *cells, bin_cell *cell, bool remote, bool capacity, bool conflict);

/* Adds the TLB misses of a reference to its cell. */
void bin_cells_translate(bin_cells *cells, const bin_cell *cell, const coh_translation *translation);

/* Adds the prefetches of a reference to its cell. */
void bin_cells_prefetch(bin_cells *cells, const bin_cell *cell, const coh_prefetching *prefetching);

/* Counts a useless prefetch in the cell with the number `cell`, one of whose references triggered the prefetch. */
void bin_cells_waste(bin_cells *cells, uint32_t number);

/* Adds the stall of an earlier reference to the cell with the given number. */
void bin_cells_charge(bin_cells *cells, uint32_t number, const coh_charge *cost);

/* Counts cycles of a cell as overlapped. If `miss` is true, also counts an overlapped miss. */
static inline void bin_cells_overlap(bin_cells *cells, const bin_cell *cell, uint32_t cycles, bool miss) {
  bin_model_counts *counts = bin_models_of(&cells->models, cell->number);
  counts->overlapped_misses += miss;
  counts->overlapped_cycles += cycles;
}

/* Adds the bytes of a transfer to a cell. The place of the cell is the code that caused the transfer, and its bin is
 * the data that the transfer moved. */
void bin_cells_move(bin_cells *cells, uint32_t place, bin_id bin, coh_move move, uint64_t bytes);

/* Counts an earlier invalidation miss of the cell with the given number as true sharing. */
void bin_cells_revise(bin_cells *cells, uint32_t number);

/* Returns the cell of a number. */
bin_cell *bin_cells_get(const bin_cells *cells, uint32_t number);

/* Returns all counts of a cell, including the counts that are computed from other counts. */
coh_counts bin_cells_counts(const bin_cells *cells, const bin_cell *cell);

/* Flushes the buffered evictors and invalidators of all cells to the tallies. */
void bin_cells_settle(bin_cells *cells);

/* Sets all counts to zero. */
void bin_cells_zero(bin_cells *cells);

/* Sets the counts of the cells of uncounted places to zero. bin_cells_settle() must have been called. */
void bin_cells_drop_uncounted(bin_cells *cells);

/* Makes the owners of all cells. Call it once. */
void bin_cells_own(bin_cells *cells);

/* Starts to record which cells' misses or stall change. */
void bin_cells_watch(bin_cells *cells);

/* Calls `visit` for each cell whose misses or stall have changed since the last call, or since bin_cells_watch(), in
 * the order of cell numbers. bin_cells_watch() must have been called. */
void bin_cells_visit_changed(bin_cells *cells, void (*visit)(void *closure, const bin_cell *cell), void *closure);

/* If the cells are watched, records that the misses or the stall of the cell change. */
static inline void bin_cells_note_change(bin_cells *cells, const bin_cell *cell) {
  if (PLAT_UNLIKELY(cells->changed != NULL)) cells->changed[cell->number / 64] |= (uint64_t)1 << cell->number % 64;
}

/* Returns the index of a key in the cache of look-ups. */
static inline uint64_t bin_cells_recent(uint64_t key) { return key * 0x9e3779b97f4a7c15u >> (64 - BIN_RECENT_BITS); }

/* Returns the cell of a place and a bin in the current stage, and makes it if it does not exist. */
static inline bin_cell *bin_cells_find(bin_cells *cells, uint32_t place, bin_id bin) {
  const uint64_t key = bin_cell_key(place, bin);
  bin_recent_cell *recent = &cells->recent[bin_cells_recent(key)];
  if (PLAT_UNLIKELY(recent->key != key)) *recent = (bin_recent_cell){key, bin_cells_search(cells, place, bin)};
  return recent->cell;
}

/* Returns the cell of a place and a bin if it is in the cache of look-ups; otherwise NULL. */
static inline bin_cell *bin_cells_peek(const bin_cells *cells, uint32_t place, bin_id bin) {
  const uint64_t key = bin_cell_key(place, bin);
  const bin_recent_cell *recent = &cells->recent[bin_cells_recent(key)];
  return PLAT_LIKELY(recent->key == key) ? recent->cell : NULL;
}

/* Adds a number of references to a cell. A modify counts as a read. */
static inline void bin_cell_refer(bin_cell *cell, coh_kind kind, uint64_t references) {
  if (kind == COH_WRITE)
    cell->writes += references;
  else
    cell->reads += references;
}

/* Counts the outcome of a reference of a cell, but not the reference itself. carries: whether bin_cell.memory can
 * overflow. The evictor is counted last, since its count can need a function call. */
__attribute__((always_inline)) static inline void bin_cells_count(bin_cells *cells, bin_cell *cell, coh_kind kind,
                                                                  const coh_outcome *outcome, const bool carries) {
  bin_cells_note_change(cells, cell);
  cell->stall_cycles += outcome->stall;
  if (outcome->cause != COH_HIT) {
    *(kind == COH_WRITE ? &cell->write_misses : &cell->read_misses) += 1;
    if (outcome->source == COH_FROM_MEMORY && PLAT_UNLIKELY(++cell->memory == 0) && carries)
      bin_cells_carry(cells, cell);
    if (PLAT_UNLIKELY(outcome->source == COH_FROM_L2)) bin_cells_serve_from_l2(cells, cell);
  }
  /* The functions called here get values, or copies of parts of the outcome, so that the outcome can stay in registers.
   * (A copy of the whole outcome would wait for the stores of its fields.) */
  const unsigned event = bin_event_of(outcome);
  if (PLAT_UNLIKELY(event != 0)) bin_cells_count_event(cells, cell, event, outcome->who);
  if (PLAT_UNLIKELY(outcome->remote || outcome->capacity || outcome->conflict))
    bin_cells_count_kind(cells, cell, outcome->remote, outcome->capacity, outcome->conflict);
  if (PLAT_UNLIKELY(outcome->translation.misses != 0)) {
    const coh_translation translation = outcome->translation;
    bin_cells_translate(cells, cell, &translation);
  }
  if (PLAT_UNLIKELY(coh_is_prefetching(&outcome->prefetching))) {
    const coh_prefetching prefetching = outcome->prefetching;
    bin_cells_prefetch(cells, cell, &prefetching);
  }
  if (outcome->cause == COH_REPLACED) {
    cell->replacement++;
    bin_tally_one(&cells->evictors, cell->number, &cell->evictor, outcome->who);
  }
}
