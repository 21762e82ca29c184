/* ui_sweep_parts.h: what shares of a sweep have counted, as files (ui_parts.h), and how the whole takes it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_PARTS_H
#define UI_UI_SWEEP_PARTS_H

#include "ui/cluster/ui_parts.h"
#include "ui/replay/ui_sweep.h"

typedef struct UiSweepParts UiSweepParts;

/* Notes on what the counts of a sweep depend on: the trace, the machines, and what cells are told apart by. */
void ui_sweep_parts_note(UiParts *parts, const UiTraceFile *trace, const coh_sweep *plan, const char *by, bool slots);

/* Writes what was simulated as the file of a share. False: *error. */
bool ui_sweep_parts_write(UiParts *parts, UiShare share, const coh_sweep *plan, const UiSweepCounts *counts,
                          GError **error);

/* Reads the files of all shares that are there; those that are damaged count as missing. parts: NULL for no files. Free
 * with ui_sweep_parts_free(). */
UiSweepParts *ui_sweep_parts_read(UiParts *parts, const coh_sweep *plan);
void ui_sweep_parts_free(UiSweepParts *read);

/* By machine of the plan: its counts were read. */
const bool *ui_sweep_parts_known(const UiSweepParts *read);

/* Puts what was read beside what was simulated. False: *error, they are not of one trace. */
bool ui_sweep_parts_take(const UiSweepParts *read, const coh_sweep *plan, UiSweepCounts *counts, GError **error);

#endif
