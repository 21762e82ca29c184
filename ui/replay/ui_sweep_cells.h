/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_cells.h: the cells of a sweep: the functions, data bins, or pairs of both, to which misses are attributed.
 *
 * The cell of a reference is the same on every machine. It is found once, when the trace is read; the engines count
 * misses by cell number. */
#pragma once

#include "bins/bin_sweep.h"
#include "coherence/coh_pattern.h"
#include "trace/trace_batch.h"
#include "ui/names/ui_names.h"
#include "ui/trace/ui_trace_file.h"

typedef struct UiSweepCells UiSweepCells;

/* The cell of consecutive repetitions of a batch's event. */
typedef struct {
  uint32_t cell;
  uint64_t end; /* the first repetition whose cell is unknown */
} UiSweepStay;

/* Parses --sweep-by (bin_sweep_by()). Returns bits BIN_BY_..., or 0 and sets *error. */
unsigned ui_sweep_by(const char *text, GError **error);

/* Makes the cells of a trace with `processors` processors, which must stay open. by: bits BIN_BY_...; slots: each
 * variable on the stack is a bin. Returns NULL and sets *error if the trace has no tables or is invalid. Free the
 * result with ui_sweep_cells_free(). */
UiSweepCells *ui_sweep_cells_new(const UiTraceFile *trace, unsigned by, bool slots, unsigned processors,
                                 GError **error);
void ui_sweep_cells_free(UiSweepCells *cells);

/* As ui_sweep_cells_new(), but each group of sources is a cell. groups: the group number of each source; the array must
 * outlive the result. */
UiSweepCells *ui_sweep_cells_new_grouped(const UiTraceFile *trace, const uint32_t *groups, unsigned processors,
                                         GError **error);

/* Returns the cell of a single reference, and of a repeated one from repetition r on. */
uint32_t ui_sweep_cells_find(UiSweepCells *cells, unsigned processor, uint32_t source, uint64_t address);
UiSweepStay ui_sweep_cells_stay(UiSweepCells *cells, unsigned processor, const trace_item *item, uint64_t r);

/* Counts references of a cell. */
void ui_sweep_cells_count(UiSweepCells *cells, uint32_t cell, coh_kind kind, uint64_t references);

/* Whether an event of the source can change the cells of later references. If so, pass it to ui_sweep_cells_follow(),
 * which returns NULL, or a phrase if the event is invalid. */
bool ui_sweep_cells_changes(const UiSweepCells *cells, uint32_t source);
const char *ui_sweep_cells_follow(UiSweepCells *cells, unsigned processor, uint32_t source, uint64_t value);

/* Sets all counts to zero. */
void ui_sweep_cells_zero(UiSweepCells *cells);

/* Returns the bits BIN_BY_..., the number of cells, and cell `number`. The number and the cells are complete after the
 * whole trace has been read. */
unsigned ui_sweep_cells_by(const UiSweepCells *cells);
uint32_t ui_sweep_cells_size(const UiSweepCells *cells);
const bin_sweep_cell *ui_sweep_cells_get(const UiSweepCells *cells, uint32_t number);

/* Makes the names of functions and bins, equal to those in the profile of a replay. instructions: the number of
 * instructions executed by all processors. After that, the segment and bin numbers of cells with references index the
 * labels, and cells cannot be looked up. Returns false and sets *error if the names cannot be made. */
bool ui_sweep_cells_name(UiSweepCells *cells, uint64_t instructions, GError **error);

/* Returns the names. Call after ui_sweep_cells_name(). Owned by the cells. */
const UiLabels *ui_sweep_cells_labels(const UiSweepCells *cells);
