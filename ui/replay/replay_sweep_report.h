/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_report.h: the results of a sweep, for output. */
#pragma once

#include "ui/replay/replay_sweep.h"

typedef struct {
  const EventsTraceFile *trace; /* for JSON */
  const char *source, *path;    /* "Trace" or "Profile", and the name of that file */
  const sweep_plan *plan;
  const char *const *options;       /* common to all machines, ended by NULL */
  const ReplaySweepResult *results; /* by machine */
  uint64_t instructions;
  const ReplaySweepCells *cells;   /* with names; NULL: no cells */
  const sweep_cell_misses *misses; /* by cell, then machine */
} ReplaySweepReport;
