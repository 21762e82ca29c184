/* ui_sweep_report.h: what a sweep has come to, for those who write it down.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_REPORT_H
#define UI_UI_SWEEP_REPORT_H

#include "ui/replay/ui_sweep.h"

typedef struct {
  const UiTraceFile *trace;  /* for JSON */
  const char *source, *path; /* what was simulated ("Trace"), and its name */
  const coh_sweep *plan;
  const char *const *options;   /* of all machines, ended by NULL */
  const UiSweepResult *results; /* of each machine */
  uint64_t instructions;
  const UiSweepCells *cells;     /* with names; NULL: they were not asked for */
  const coh_cell_misses *misses; /* by cell, then machine */
} UiSweepReport;

#endif
