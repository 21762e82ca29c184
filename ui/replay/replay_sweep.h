/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep.h: simulates many machines in one pass over a trace, on all processors of the host.
 *
 * The counts equal those of `memspy replay` with the same options, with any number of threads. Misses can be attributed
 * to cells (replay_sweep_cells.h). */
#pragma once

#include "sweep/sweep_engine.h"
#include "ui/cluster/cluster_share.h"
#include "ui/profile/profile_counts.h"
#include "ui/replay/replay_sweep_steps.h"

/* The result of one machine. */
typedef struct {
  ProfileCounts counts;         /* sums over all processors */
  uint64_t from[SWEEP_SOURCES]; /* misses by source of the line: coh_source */
  uint64_t cycles;              /* sum of instructions, stalls and idle time on the slowest processor */
} ReplaySweepResult;

/* The results of a sweep. */
typedef struct {
  uint64_t instructions;      /* sum over all processors */
  ReplaySweepResult *results; /* by machine */
  bool *simulated;            /* by machine; false: its results are zero */
  sweep_cell_misses *misses;  /* by cell, then machine; NULL: no cells */
  uint32_t n_cells;
} ReplaySweepCounts;

/* The part of a sweep to simulate. */
typedef struct {
  unsigned threads;   /* 0: one for each processor of the host */
  ClusterShare share; /* machines that are simulated together are in one share */
  const bool *beside; /* by machine: true skips the machine, whose result exists already; NULL: skips none */
} ReplaySweepWork;

/* Simulates machines of a sweep on a trace, and shows the progress. cells: NULL for none. Without machines and cells,
 * the trace is not read. Returns false and sets *error if the trace is damaged. The caller calls
 * replay_sweep_counts_clear() in any case. */
bool replay_sweep(const EventsTraceFile *trace, const sweep_plan *plan, const ReplaySweepWork *work,
                  ReplaySweepCells *cells, ReplaySweepCounts *counts, GError **error);
void replay_sweep_counts_clear(ReplaySweepCounts *counts);
