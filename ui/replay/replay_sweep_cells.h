/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_cells.h: the cells of a sweep: the functions, data bins, or pairs of both, to which misses are
 * attributed.
 *
 * The cell of a reference is the same on every machine. It is found once, when the trace is read; the engines count
 * misses by cell number. */
#pragma once

#include "bins/bin_sweep.h"
#include "sweep/sweep_access_loop.h"
#include "trace/trace_batch.h"
#include "ui/names/name_table.h"
#include "ui/trace/events_trace_file.h"

typedef struct ReplaySweepCells ReplaySweepCells;

/* The cell of consecutive repetitions of a batch's event. */
typedef struct {
  uint32_t cell;
  uint64_t end; /* the first repetition whose cell is unknown */
} ReplaySweepStay;

/* Parses --sweep-by (bin_sweep_by()). Returns bits BIN_BY_..., or 0 and sets *error. */
unsigned replay_sweep_by(const char *text, GError **error);

/* Makes the cells of a trace with `processors` processors, which must stay open. by: bits BIN_BY_...; slots: each
 * variable on the stack is a bin. Returns NULL and sets *error if the trace has no tables or is invalid. Free the
 * result with replay_sweep_cells_free(). */
ReplaySweepCells *replay_sweep_cells_new(const EventsTraceFile *trace, unsigned by, bool slots, unsigned processors,
                                         GError **error);
void replay_sweep_cells_free(ReplaySweepCells *cells);

/* As replay_sweep_cells_new(), but each group of sources is a cell. groups: the group number of each source; the array
 * must outlive the result. */
ReplaySweepCells *replay_sweep_cells_new_grouped(const EventsTraceFile *trace, const uint32_t *groups,
                                                 unsigned processors, GError **error);

/* Returns the cell of a single reference, and of a repeated one from repetition r on. */
uint32_t replay_sweep_cells_find(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t address);
ReplaySweepStay replay_sweep_cells_stay(ReplaySweepCells *cells, unsigned processor, const trace_item *item,
                                        uint64_t r);

/* Counts references of a cell. */
void replay_sweep_cells_count(ReplaySweepCells *cells, uint32_t cell, coh_kind kind, uint64_t references);

/* Returns whether an event of the source can change the cells of later references. If so, pass it to
 * replay_sweep_cells_follow(), which returns NULL, or a phrase if the event is invalid. */
bool replay_sweep_cells_changes(const ReplaySweepCells *cells, uint32_t source);
const char *replay_sweep_cells_follow(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t value);

/* Sets all counts to zero. */
void replay_sweep_cells_zero(ReplaySweepCells *cells);

/* Returns the bits BIN_BY_..., the number of cells, and cell `number`. The number and the cells are complete after the
 * whole trace has been read. */
unsigned replay_sweep_cells_by(const ReplaySweepCells *cells);
uint32_t replay_sweep_cells_size(const ReplaySweepCells *cells);
const bin_sweep_cell *replay_sweep_cells_get(const ReplaySweepCells *cells, uint32_t number);

/* Makes the names of functions and bins, equal to those in the profile of a replay. instructions: the number of
 * instructions executed by all processors. After that, the segment and bin numbers of cells with references index the
 * labels, and cells cannot be looked up. Returns false and sets *error if the names cannot be made. */
bool replay_sweep_cells_name(ReplaySweepCells *cells, uint64_t instructions, GError **error);

/* Returns the names. Call after replay_sweep_cells_name(). Owned by the cells. */
const ViewLabels *replay_sweep_cells_labels(const ReplaySweepCells *cells);
