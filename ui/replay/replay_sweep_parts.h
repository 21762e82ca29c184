/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_parts.h: the results of the shares of a sweep, as files (cluster_parts.h). */
#pragma once

#include "ui/cluster/cluster_parts.h"
#include "ui/replay/replay_sweep.h"

typedef struct ReplaySweepParts ReplaySweepParts;

/* Adds everything on which the counts of a sweep depend to the checksum of `parts`: the trace, the machines, and the
 * kind of cells. */
void replay_sweep_parts_note(ClusterParts *parts, const EventsTraceFile *trace, const sweep_plan *plan, const char *by,
                             bool slots);

/* Writes the counts of the simulated machines as the file of a share. Returns false and sets *error if that fails. */
bool replay_sweep_parts_write(ClusterParts *parts, ClusterShare share, const sweep_plan *plan,
                              const ReplaySweepCounts *counts, GError **error);

/* Reads the files of all shares; damaged files are ignored. parts: NULL for no files. Free the result with
 * replay_sweep_parts_free(). */
ReplaySweepParts *replay_sweep_parts_read(ClusterParts *parts, const sweep_plan *plan);
void replay_sweep_parts_free(ReplaySweepParts *read);

/* Returns for each machine of the plan whether its counts were read. */
const bool *replay_sweep_parts_known(const ReplaySweepParts *read);

/* Adds the counts that were read to those that were simulated. Returns false and sets *error if their traces differ. */
bool replay_sweep_parts_take(const ReplaySweepParts *read, const sweep_plan *plan, ReplaySweepCounts *counts,
                             GError **error);
