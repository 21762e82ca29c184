/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep.h: simulates many machines in one pass over a trace, on all processors of the host.
 *
 * The counts are the same as those of `memspy replay` with the same options, for any number of threads. Misses can be
 * attributed to cells (replay_sweep_cells.h). */
#pragma once

#include "sweep/sweep_engine.h"
#include "ui/cluster/cluster_share.h"
#include "ui/profile/profile_counts.h"
#include "ui/replay/replay_sweep_steps.h"

/* The result of one machine. */
typedef struct {
  ProfileCounts counts;         /* sums over all processors */
  uint64_t from[SWEEP_SOURCES]; /* misses, by the source of the line (coh_source) */
  uint64_t cycles;              /* instructions, stalls and idle time, in cycles, of the slowest processor */
} ReplaySweepResult;

/* The results of a sweep. */
typedef struct {
  uint64_t instructions;      /* sum over all processors */
  ReplaySweepResult *results; /* indexed by machine */
  bool *simulated;            /* indexed by machine: whether it was simulated; if not, its results are zero */
  sweep_cell_misses *misses;  /* misses by cell, then by machine; NULL: there are no cells */
  uint32_t n_cells;
} ReplaySweepCounts;

/* Which machines of a sweep are simulated, and how. */
typedef struct {
  unsigned threads;   /* number of threads; 0: one for each processor of the host */
  ClusterShare share; /* the share to simulate; machines that are simulated together are in the same share */
  /* indexed by machine: whether it is skipped because its result exists already; NULL: no machine is skipped */
  const bool *excluded;
} ReplaySweepWork;

/* Simulates machines of a sweep on a trace, and shows the progress. cells: the cells to which misses are attributed;
 * NULL: none. If there are no machines to simulate and no cells, the trace is not read. Returns false and sets *error
 * if the trace is damaged. In any case, the caller calls replay_sweep_counts_clear(). */
bool replay_sweep(const EventsTraceFile *trace, const sweep_plan *plan, const ReplaySweepWork *work,
                  ReplaySweepCells *cells, ReplaySweepCounts *counts, GError **error);
void replay_sweep_counts_clear(ReplaySweepCounts *counts);
