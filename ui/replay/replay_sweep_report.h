/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_report.h: the struct of a sweep's results, for output. */
#pragma once

#include "ui/replay/replay_sweep.h"

typedef struct {
  const EventsTraceFile *trace; /* the trace, used only for JSON */
  const char *source, *path;    /* kind of the input file, "Trace" or "Profile", and its name */
  const sweep_plan *plan;
  const char *const *options;       /* options that are common to all machines, ended by NULL */
  const ReplaySweepResult *results; /* indexed by machine */
  uint64_t instructions;
  const ReplaySweepCells *cells;   /* cells that have names; NULL: there are no cells */
  const sweep_cell_misses *misses; /* indexed by cell, then machine */
} ReplaySweepReport;
