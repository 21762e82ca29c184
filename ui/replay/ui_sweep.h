/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep.h: simulates many machines in one pass over a trace, on all processors of the host.
 *
 * The counts equal those of `memspy replay` with the same options, with any number of threads. Misses can be attributed
 * to cells (ui_sweep_cells.h). */
#pragma once

#include "coherence/coh_engine.h"
#include "ui/cluster/ui_share.h"
#include "ui/model/ui_counts.h"
#include "ui/replay/ui_sweep_steps.h"

/* The result of one machine. */
typedef struct {
  UiCounts counts;            /* sums over all processors */
  uint64_t from[COH_SOURCES]; /* misses by source of the line: coh_source */
  uint64_t cycles;            /* sum of instructions, stalls and idle time on the slowest processor */
} UiSweepResult;

/* The results of a sweep. */
typedef struct {
  uint64_t instructions;   /* sum over all processors */
  UiSweepResult *results;  /* by machine */
  bool *simulated;         /* by machine; false: its results are zero */
  coh_cell_misses *misses; /* by cell, then machine; NULL: no cells */
  uint32_t n_cells;
} UiSweepCounts;

/* The part of a sweep to simulate. */
typedef struct {
  unsigned threads;   /* 0: one for each processor of the host */
  UiShare share;      /* machines that are simulated together are in one share */
  const bool *beside; /* by machine: true skips the machine, whose result exists already; NULL: skips none */
} UiSweepWork;

/* Simulates machines of a sweep on a trace, and shows the progress. cells: NULL for none. Without machines and cells,
 * the trace is not read. Returns false and sets *error if the trace is damaged. The caller calls
 * ui_sweep_counts_clear() in any case. */
bool ui_sweep(const UiTraceFile *trace, const coh_sweep *plan, const UiSweepWork *work, UiSweepCells *cells,
              UiSweepCounts *counts, GError **error);
void ui_sweep_counts_clear(UiSweepCounts *counts);
