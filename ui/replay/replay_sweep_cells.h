/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_cells.h: the cells of a sweep. Misses are attributed to cells. A cell is a function, a data bin, or a
 * pair of both.
 *
 * The cell of a reference is the same on every machine. So it is determined only once, when the trace is read. The
 * engines count misses by the number of the cell. */
#pragma once

#include "bins/bin_sweep.h"
#include "sweep/sweep_access_loop.h"
#include "trace/trace_batch.h"
#include "ui/names/name_table.h"
#include "ui/trace/events_trace_file.h"

typedef struct ReplaySweepCells ReplaySweepCells;

/* The cell of consecutive repetitions of an event in a batch. */
typedef struct {
  uint32_t cell;
  uint64_t end; /* the first repetition for which the cell is not known */
} ReplaySweepStay;

/* Parses the value of --sweep-by (bin_sweep_by()). Returns the bits BIN_BY_..., or 0 and sets *error. */
unsigned replay_sweep_by(const char *text, GError **error);

/* Makes the cells for a trace. The trace must stay open. by: bits BIN_BY_...; slots: whether each variable on the stack
 * is a bin; processors: number of the trace's processors. Returns NULL and sets *error if the trace has no tables or is
 * invalid. Free the result with replay_sweep_cells_free(). */
ReplaySweepCells *replay_sweep_cells_new(const EventsTraceFile *trace, unsigned by, bool slots, unsigned processors,
                                         GError **error);
void replay_sweep_cells_free(ReplaySweepCells *cells);

/* As replay_sweep_cells_new(), but the references of each group of sources have one cell. groups: the group number of
 * each source. The array must outlive the result. */
ReplaySweepCells *replay_sweep_cells_new_grouped(const EventsTraceFile *trace, const uint32_t *groups,
                                                 unsigned processors, GError **error);

/* The next two functions return the cell of a single reference, and the cell of a repeated reference from repetition r
 * on. */
uint32_t replay_sweep_cells_find(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t address);
ReplaySweepStay replay_sweep_cells_stay(ReplaySweepCells *cells, unsigned processor, const trace_item *item,
                                        uint64_t r);

/* Adds references to the counts of a cell. */
void replay_sweep_cells_count(ReplaySweepCells *cells, uint32_t cell, coh_kind kind, uint64_t references);

/* The first function returns whether an event of the source can change the cells of later references. If so, the caller
 * passes the event to the second function, which returns NULL, or an error text if the event is invalid. */
bool replay_sweep_cells_changes(const ReplaySweepCells *cells, uint32_t source);
const char *replay_sweep_cells_follow(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t value);

/* Sets all counts to zero. */
void replay_sweep_cells_zero(ReplaySweepCells *cells);

/* The next three functions return the bits BIN_BY_..., the number of cells, and cell `number`. The number of cells and
 * the cells are complete after the whole trace has been read. */
unsigned replay_sweep_cells_by(const ReplaySweepCells *cells);
uint32_t replay_sweep_cells_size(const ReplaySweepCells *cells);
const bin_sweep_cell *replay_sweep_cells_get(const ReplaySweepCells *cells, uint32_t number);

/* Makes the names of functions and bins. They are the same as in the profile of a replay. instructions: the number of
 * instructions that all processors executed. After this call, the segment and bin numbers of cells with references are
 * indices of names, and cells can no longer be looked up. Returns false and sets *error if the names cannot be made. */
bool replay_sweep_cells_name(ReplaySweepCells *cells, uint64_t instructions, GError **error);

/* Returns the names. Call it after replay_sweep_cells_name(). The cells own the names. */
const ViewLabels *replay_sweep_cells_labels(const ReplaySweepCells *cells);
