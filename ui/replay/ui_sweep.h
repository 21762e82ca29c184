/* ui_sweep.h: many machines simulated in one pass over a trace, on all processors of the host.
 *
 * The counts are those of `memspy replay` with the same options, whatever the number of threads. Misses are attributed
 * to cells (ui_sweep_cells.h) if they are asked for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_H
#define UI_UI_SWEEP_H

#include "coherence/coh_engine.h"
#include "ui/cluster/ui_share.h"
#include "ui/model/ui_counts.h"
#include "ui/replay/ui_sweep_steps.h"

/* What a machine came to. */
typedef struct {
  UiCounts counts;            /* of all processors */
  uint64_t from[COH_SOURCES]; /* misses by where the line was found: coh_source */
  uint64_t cycles;            /* of the processor that took longest: its instructions, stalls and waiting */
} UiSweepResult;

/* What is counted. */
typedef struct {
  uint64_t instructions;   /* of all processors */
  UiSweepResult *results;  /* of each machine */
  bool *simulated;         /* of each machine: it was; the others' results are zero */
  coh_cell_misses *misses; /* by cell, then machine; NULL: there are no cells */
  uint32_t n_cells;
} UiSweepCounts;

/* What is to be simulated of a sweep. */
typedef struct {
  unsigned threads;   /* 0: as many as the host has processors */
  UiShare share;      /* machines that are simulated together are in one share */
  const bool *beside; /* by machine: it is not simulated, for what it counts is known; NULL: none */
} UiSweepWork;

/* Simulates machines of a sweep on a trace, and shows how far it is (ui_progress.h). Where there are neither machines
 * nor cells, the trace is not read. cells: NULL for none. False: *error. The caller ends with ui_sweep_counts_clear()
 * in any case. */
bool ui_sweep(const UiTraceFile *trace, const coh_sweep *plan, const UiSweepWork *work, UiSweepCells *cells,
              UiSweepCounts *counts, GError **error);
void ui_sweep_counts_clear(UiSweepCounts *counts);

#endif
