/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_cells_output.h: the misses of functions and data bins on the machines of a sweep, as a table and as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_curves.h"
#include "ui/replay/ui_sweep_report.h"

/* Appends a table of the cells with the most misses (ui_curves_screen()). */
void ui_sweep_cells_table(const UiSweepReport *report, GString *out);

/* As ui_sweep_cells_table(), of ranked cells that were read from a file. */
void ui_sweep_curves_table(const UiCurves *curves, GString *out);

/* Writes the members of docs/sweep.schema.json that describe cells: the referenced ones, those with most misses first. */
void ui_sweep_cells_json(UiJson *json, const UiSweepReport *report);
