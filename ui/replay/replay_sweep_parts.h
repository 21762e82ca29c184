/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_parts.h: stores the results of the shares of a sweep in files (cluster_parts.h). */
#pragma once

#include "ui/cluster/cluster_parts.h"
#include "ui/replay/replay_sweep.h"

typedef struct ReplaySweepParts ReplaySweepParts;

/* Adds everything that determines the counts of a sweep to the checksum of `parts`: the trace, the machines, and the
 * kind of cells. */
void replay_sweep_parts_note(ClusterParts *parts, const EventsTraceFile *trace, const sweep_plan *plan, const char *by,
                             bool slots);

/* Writes the counts of the simulated machines to the file of a share. Returns false and sets *error on failure. */
bool replay_sweep_parts_write(ClusterParts *parts, ClusterShare share, const sweep_plan *plan,
                              const ReplaySweepCounts *counts, GError **error);

/* Reads the files of all shares. Damaged files are ignored. parts: the folder of the files; NULL: there are no files.
 * Free the result with replay_sweep_parts_free(). */
ReplaySweepParts *replay_sweep_parts_read(ClusterParts *parts, const sweep_plan *plan);
void replay_sweep_parts_free(ReplaySweepParts *read);

/* Returns for each machine of the plan whether its counts were read. */
const bool *replay_sweep_parts_known(const ReplaySweepParts *read);

/* Adds the counts that were read from files to those that were simulated. Returns false and sets *error if they are
 * from different traces. */
bool replay_sweep_parts_take(const ReplaySweepParts *read, const sweep_plan *plan, ReplaySweepCounts *counts,
                             GError **error);
