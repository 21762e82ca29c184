/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_cells.h: the statistics cells: what the code of one place did to the data of one bin.
 *
 * A large program has a hundred thousand cells, few of which ever see another processor: what only coherence and
 * several memories count is kept apart, from the first such event of a cell on. */
#pragma once

#include "bins/bin_models.h"
#include "bins/bin_sharing.h"
#include "bins/bin_spread.h"
#include "bins/bin_table.h"
#include "bins/bin_tally.h"
#include "coherence/coh_system.h"
#include "coherence/plat.h"

/* What stands for counts of a cell that are kept in it, or with those of other processors' doing (coh_counts.def):
 * BIN_IN_CELL_##kept(...) is its arguments, or nothing. */
#define BIN_IN_CELL_CELL(...) __VA_ARGS__
#define BIN_IN_CELL_SHARED(...)
#define BIN_IN_CELL_APART(...)
#define BIN_SHARED_CELL(...)
#define BIN_SHARED_SHARED(...) __VA_ARGS__
#define BIN_SHARED_APART(...)

typedef struct {
  uint32_t number; /* from 0 */
  uint32_t place;
  uint32_t segment; /* of the place */
  bin_id bin;
  uint32_t shared;     /* number of its bin_shared_counts; BIN_NOT_SHARED: none yet, they are all zero */
  bin_pending evictor; /* of its replacement misses */
  uint32_t memory;     /* misses that memory served, modulo 2^32; the rest is in its bin_shared_counts */
#define COUNT(symbol, name, record, kept, ...) BIN_IN_CELL_##kept(uint64_t name;)
#include "coherence/coh_counts.def"
} bin_cell;

#define BIN_NOT_SHARED 0xffffffffu

/* The other counts of a cell. */
typedef struct {
  bin_pending invalidator; /* of its invalidation misses */
  uint64_t memory;         /* a multiple of 2^32, on top of the cell's own */
#define COUNT(symbol, name, record, kept, ...) BIN_SHARED_##kept(uint64_t name;)
#include "coherence/coh_counts.def"
} bin_shared_counts;

/* A cell that was found lately. */
typedef struct {
  uint64_t key; /* bin_cell_key(); 0: none */
  bin_cell *cell;
} bin_recent_cell;

/* A place and a bin in one number, which is not 0: bins are below BIN_LABELS. */
static inline uint64_t bin_cell_key(uint32_t place, bin_id bin) { return ((uint64_t)place << 32 | bin) + 1; }

enum { BIN_RECENT_BITS = 12 };

typedef struct {
  const bin_table *table; /* of the places */
  bin_cell **chunks;      /* so that cells never move */
  uint32_t n, n_chunks, chunk_room;
  bin_index index;                              /* by place and bin */
  bin_recent_cell recent[1 << BIN_RECENT_BITS]; /* by a hash: most searches end here */
  bin_shared_counts *shared;
  uint32_t n_shared, shared_room;
  bin_spread *spreads; /* by cell number, as far as there is room */
  uint32_t spread_room;
  uint64_t *second_level; /* misses that the L2 served, by cell number, as far as there is room: none without an L2 */
  uint32_t second_level_room;
  uint64_t *changed; /* bits by cell number: misses or stall changed since somebody looked; NULL: nobody looks */
  uint32_t changed_room;
  bin_models models;
  bin_tally evictors;     /* bins, by cell */
  bin_tally invalidators; /* segments, by cell */
} bin_cells;

/* Frees what the cells took. All zero but for `table`: no cells. */
void bin_cells_clear(bin_cells *cells);

/* The spread of a cell, valid until the next one is asked for. */
bin_spread *bin_cells_spread(bin_cells *cells, const bin_cell *cell);

/* For the function below: the cell when it was not found lately; made if need be. */
bin_cell *bin_cells_search(bin_cells *cells, uint32_t place, bin_id bin);

/* For bin_cells_count(): the L2 served a miss of the cell. */
void bin_cells_serve_from_l2(bin_cells *cells, const bin_cell *cell);

/* For bin_cells_count(): the cell's count of misses that memory served has come round to 0. */
void bin_cells_carry(bin_cells *cells, bin_cell *cell);

/* Of the cell's misses, those that memory served; and sets them. */
uint64_t bin_cells_memory(const bin_cells *cells, const bin_cell *cell);
void bin_cells_set_memory(bin_cells *cells, bin_cell *cell, uint64_t memory);

/* Counts what a use that was an event (bin_sharing.h) has besides; `who` took the line away, if that is what it was. */
void bin_cells_count_event(bin_cells *cells, bin_cell *cell, unsigned event, coh_who who);

/* For bin_cells_count(): counts a miss that a remote node supplied, and one with a known kind of replacement. */
void bin_cells_count_kind(bin_cells *cells, bin_cell *cell, bool remote, bool capacity, bool conflict);

/* The TLBs did not have pages of a reference of a cell. */
void bin_cells_translate(bin_cells *cells, const bin_cell *cell, const coh_translation *translation);

/* Prefetchers had to do with a reference of a cell. */
void bin_cells_prefetch(bin_cells *cells, const bin_cell *cell, const coh_prefetching *prefetching);

/* A line that a reference of the cell of that number made a prefetcher fetch left unused. */
void bin_cells_waste(bin_cells *cells, uint32_t number);

/* The code of a place moves a line of so many bytes of a bin's data. */
void bin_cells_move(bin_cells *cells, uint32_t place, bin_id bin, coh_move move, uint64_t bytes);

/* An invalidation miss of the cell of that number turned out to be true sharing. */
void bin_cells_revise(bin_cells *cells, uint32_t number);

/* The cell of that number. */
bin_cell *bin_cells_get(const bin_cells *cells, uint32_t number);

/* All counts of a cell, with those that follow from others. */
coh_counts bin_cells_counts(const bin_cells *cells, const bin_cell *cell);

/* Hands all that waits in cells to the tallies. */
void bin_cells_settle(bin_cells *cells);

/* Sets all counts to zero. */
void bin_cells_zero(bin_cells *cells);

/* From now on it is noted which cells' misses or stall change. */
void bin_cells_watch(bin_cells *cells);

/* For somebody who watches the cells: calls `visit` for each that has changed since the last call, or since then, by
 * number. */
void bin_cells_visit_changed(bin_cells *cells, void (*visit)(void *closure, const bin_cell *cell), void *closure);

/* The misses or the stall of the cell change. */
static inline void bin_cells_note_change(bin_cells *cells, const bin_cell *cell) {
  if (PLAT_UNLIKELY(cells->changed != NULL)) cells->changed[cell->number / 64] |= (uint64_t)1 << cell->number % 64;
}

/* For the two functions below: where a cell of that key is kept if it was found lately. */
static inline uint64_t bin_cells_recent(uint64_t key) { return key * 0x9e3779b97f4a7c15u >> (64 - BIN_RECENT_BITS); }

/* The cell of a place and a bin. */
static inline bin_cell *bin_cells_find(bin_cells *cells, uint32_t place, bin_id bin) {
  const uint64_t key = bin_cell_key(place, bin);
  bin_recent_cell *recent = &cells->recent[bin_cells_recent(key)];
  if (PLAT_UNLIKELY(recent->key != key)) *recent = (bin_recent_cell){key, bin_cells_search(cells, place, bin)};
  return recent->cell;
}

/* The same, if it was found lately; else NULL. */
static inline bin_cell *bin_cells_peek(const bin_cells *cells, uint32_t place, bin_id bin) {
  const uint64_t key = bin_cell_key(place, bin);
  const bin_recent_cell *recent = &cells->recent[bin_cells_recent(key)];
  return PLAT_LIKELY(recent->key == key) ? recent->cell : NULL;
}

/* Counts references of a cell; a modify is a read. */
static inline void bin_cell_refer(bin_cell *cell, coh_kind kind, uint64_t references) {
  if (kind == COH_WRITE)
    cell->writes += references;
  else
    cell->reads += references;
}

/* Counts what became of a reference of a cell, but not the reference itself. `carries`: the cell's count of misses that
 * memory served can overflow. The evictor, which can take a call, comes last. */
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
  /* These calls get values or copies, so that the outcome itself can stay in registers. (A copy of all of it would wait
   * for the stores of its fields.) */
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
