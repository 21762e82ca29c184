/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_report.h: the results of a sweep, for output. */
#pragma once

#include "ui/replay/ui_sweep.h"

typedef struct {
  const UiTraceFile *trace;  /* for JSON */
  const char *source, *path; /* "Trace" or "Profile", and the name of that file */
  const coh_sweep *plan;
  const char *const *options;   /* common to all machines, ended by NULL */
  const UiSweepResult *results; /* by machine */
  uint64_t instructions;
  const UiSweepCells *cells;     /* with names; NULL: no cells */
  const coh_cell_misses *misses; /* by cell, then machine */
} UiSweepReport;
