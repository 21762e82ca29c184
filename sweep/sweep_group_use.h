/* sweep_group_use.h: simulates references in a stack group (sweep_group.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_group_batch.h"
#include "sweep/sweep_simulate.h"

/* Simulates the references of an access loop on each machine of a group. All access loops must come from the same
 * processor. The counts of a cell take about 56 bytes for each machine. In addition, for each number of sets, they take
 * 16 bytes for each way of the largest D1 with this number of sets. */
void sweep_group_play(sweep_group *family, const sweep_access_loop *pattern);

/* Simulates a reference to the lines from `first` to `last`. The caller counts the reference itself. */
void sweep_group_use(sweep_group *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell);

/* Returns an array with the most recent use (for sweep_newest_take()) of each of the sweep_group_sets() sets of the D1
 * with the fewest sets. COH_NO_LINE: the use is not known. */
uint64_t *sweep_group_newest(sweep_group *family);

/* Returns the batch to which the caller adds the next references. Before it adds a reference, the caller must record it
 * as the most recent use of its set (sweep_newest_take()). If the batch is full, the caller first calls
 * sweep_group_go(). */
sweep_group_batch *sweep_group_next(sweep_group *family);
void sweep_group_go(sweep_group *family);

/* Returns the array of counts for the references of this kind by a cell. */
uint64_t *sweep_group_counts(sweep_group *family, coh_kind kind, uint32_t cell);

/* Simulates all collected references, and all queued uses of last levels. */
void sweep_group_finish(sweep_group *family);
