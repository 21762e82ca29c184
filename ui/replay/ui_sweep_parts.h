/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_parts.h: the results of the shares of a sweep, as files (ui_parts.h). */
#pragma once

#include "ui/cluster/ui_parts.h"
#include "ui/replay/ui_sweep.h"

typedef struct UiSweepParts UiSweepParts;

/* Adds everything on which the counts of a sweep depend to the checksum of `parts`: the trace, the machines, and the
 * kind of cells. */
void ui_sweep_parts_note(UiParts *parts, const UiTraceFile *trace, const coh_sweep *plan, const char *by, bool slots);

/* Writes the counts of the simulated machines as the file of a share. Returns false and sets *error if that fails. */
bool ui_sweep_parts_write(UiParts *parts, UiShare share, const coh_sweep *plan, const UiSweepCounts *counts,
                          GError **error);

/* Reads the files of all shares; damaged files are ignored. parts: NULL for no files. Free the result with
 * ui_sweep_parts_free(). */
UiSweepParts *ui_sweep_parts_read(UiParts *parts, const coh_sweep *plan);
void ui_sweep_parts_free(UiSweepParts *read);

/* Returns for each machine of the plan whether its counts were read. */
const bool *ui_sweep_parts_known(const UiSweepParts *read);

/* Adds the counts that were read to those that were simulated. Returns false and sets *error if their traces differ. */
bool ui_sweep_parts_take(const UiSweepParts *read, const coh_sweep *plan, UiSweepCounts *counts, GError **error);
