/* ui_sweep_cells.h: the cells of a sweep: functions, data bins, or both, that the references of a trace belong to.
 *
 * What a reference belongs to is the same on every machine. So it is found once, while the trace is read; the engines
 * count the misses of each number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_CELLS_H
#define UI_UI_SWEEP_CELLS_H

#include "bins/bin_sweep.h"
#include "coherence/coh_pattern.h"
#include "trace/trace_batch.h"
#include "ui/names/ui_names.h"
#include "ui/trace/ui_trace_file.h"

typedef struct UiSweepCells UiSweepCells;

/* Which repetitions of a batch's event are in one cell. */
typedef struct {
  uint32_t cell;
  uint64_t end; /* the first repetition for which that is not known */
} UiSweepStay;

/* Reads what cells are told apart by (bin_sweep_by()). Returns the bits; 0: *error. */
unsigned ui_sweep_by(const char *text, GError **error);

/* Makes the cells of a trace, which must stay open, on so many processors. by: BIN_BY_...; slots: the variables on
 * the stack are bins of their own. NULL: *error. Free with ui_sweep_cells_free(). */
UiSweepCells *ui_sweep_cells_new(const UiTraceFile *trace, unsigned by, bool slots, unsigned processors,
                                 GError **error);
void ui_sweep_cells_free(UiSweepCells *cells);

/* The same of cells that are groups of sources. groups: the number of each source's group; they must outlive it. */
UiSweepCells *ui_sweep_cells_new_grouped(const UiTraceFile *trace, const uint32_t *groups, unsigned processors,
                                         GError **error);

/* The cell of a reference that is not repeated, and of one from repetition r on. */
uint32_t ui_sweep_cells_find(UiSweepCells *cells, unsigned processor, uint32_t source, uint64_t address);
UiSweepStay ui_sweep_cells_stay(UiSweepCells *cells, unsigned processor, const trace_item *item, uint64_t r);

/* Counts references of a cell. */
void ui_sweep_cells_count(UiSweepCells *cells, uint32_t cell, coh_kind kind, uint64_t references);

/* Whether an event changes what later references belong to; and that it does so. The latter returns NULL or a phrase
 * that says what is wrong with the event. */
bool ui_sweep_cells_changes(const UiSweepCells *cells, uint32_t source);
const char *ui_sweep_cells_follow(UiSweepCells *cells, unsigned processor, uint32_t source, uint64_t value);

/* Sets all counts to zero. */
void ui_sweep_cells_zero(UiSweepCells *cells);

/* What there is, when all of the trace has been read. */
unsigned ui_sweep_cells_by(const UiSweepCells *cells);
uint32_t ui_sweep_cells_size(const UiSweepCells *cells);
const bin_sweep_cell *ui_sweep_cells_get(const UiSweepCells *cells, uint32_t number);

/* Makes the names of the functions and bins, which are those that the profile of a replay has; instructions: of all
 * processors. From now on the numbers of cells that have references are those of names, and no cell may be looked for.
 * False: *error. */
bool ui_sweep_cells_name(UiSweepCells *cells, uint64_t instructions, GError **error);

/* They belong to the cells; after ui_sweep_cells_name(). */
const UiLabels *ui_sweep_cells_labels(const UiSweepCells *cells);

#endif
