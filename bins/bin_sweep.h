/* bin_sweep.h: the cells of a sweep of machines (functions, data bins, or pairs), whose misses are counted on each
 * machine.
 *
 * The cell of a reference is the same on every machine. So the sweep finds the cell once, and each machine counts the
 * misses of the reference at the index of the cell.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_index.h"
#include "bins/bin_table.h"
#include "coherence/coh_system.h"

/* The keys of cells, as bits. */
enum { BIN_BY_FUNCTION = 1, BIN_BY_BIN = 2 };

/* The version of the file of a sweep (docs/sweep.schema.json). */
enum { BIN_SWEEP_VERSION = 2 };

#define BIN_BY_ALLOWED "expected function, bin, or function,bin"

typedef struct {
  uint32_t segment, bin; /* numbers of the segment and the bin; 0 if it is not a key of the cell. `segment` can also be
                            another number that identifies the code */
  uint64_t reads, writes;
} bin_sweep_cell;

/* The cells of a sweep. If all fields are zero, there are no cells. */
typedef struct {
  bin_sweep_cell *cells; /* indexed by cell */
  uint32_t n, room;
  bin_index index;
} bin_sweep_cells;

/* Parses "function", "bin", or both with a comma between them. Returns the BIN_BY_ bits, or 0 for any other text. */
unsigned bin_sweep_by(const char *text);

/* Returns the number of the cell of a segment and a bin. Makes the cell if it does not exist. */
uint32_t bin_sweep_cells_find(bin_sweep_cells *cells, uint32_t segment, uint32_t bin);

/* Adds a number of references to a cell. A modify counts as a read. */
void bin_sweep_cells_count(bin_sweep_cells *cells, uint32_t cell, coh_kind kind, uint64_t references);

/* Sets all counts to zero; the cells remain. */
void bin_sweep_cells_zero(bin_sweep_cells *cells);

void bin_sweep_cells_clear(bin_sweep_cells *cells);
