/* ui_sweep.h: many machines simulated in one pass over a trace, on all processors of the host.
 *
 * The counts are those of `memspy replay` with the same options, whatever the number of threads. Misses are attributed
 * to cells (ui_sweep_cells.h) if they are asked for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_H
#define UI_UI_SWEEP_H

#include "ui/replay/ui_sweep_engine.h"

/* What is counted. */
typedef struct {
  uint64_t instructions;   /* of all processors */
  UiSweepResult *results;  /* of each machine */
  coh_cell_misses *misses; /* by cell, then machine; NULL: there are no cells */
} UiSweepCounts;

/* Simulates the machines of a plan on a trace, with n_threads threads (0: as many as the host has processors), and
 * shows how far it is (ui_progress.h). cells: NULL for none. False: *error. The caller ends with
 * ui_sweep_counts_clear() in any case. */
bool ui_sweep(const UiTraceFile *trace, const UiSweepPlan *plan, unsigned n_threads, UiSweepCells *cells,
              UiSweepCounts *counts, GError **error);
void ui_sweep_counts_clear(UiSweepCounts *counts);

#endif
