/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_cells_output.h: writes the misses of functions and data bins on the machines of a sweep, as a table and
 * as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/replay/replay_sweep_report.h"
#include "ui/view/view_curves.h"

/* Appends a table of the cells with the most misses (screen_curves()). */
void replay_sweep_cells_table(const ReplaySweepReport *report, GString *out);

/* As replay_sweep_cells_table(), but for ranked cells that were read from a file. */
void replay_sweep_curves_table(const ViewCurves *curves, GString *out);

/* Writes the members of docs/sweep.schema.json that describe cells. Only cells with references are written, those with
 * most misses first. */
void replay_sweep_cells_json(UiJson *json, const ReplaySweepReport *report);
