/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_curves_file.h: miss-ratio curves of data from the JSON of a sweep (docs/sweep.schema.json), and which of them are
 * those of a profile's data.
 *
 * Data bins are matched as memspy diff matches them: by full names, and, of what is left, by full names without line
 * numbers, if only one on each side has that name. */
#ifndef UI_UI_CURVES_FILE_H
#define UI_UI_CURVES_FILE_H

#include "ui/model/ui_curves.h"
#include "ui/model/ui_view.h"
#include "ui/runs/ui_json_rows.h"

/* Reads the curves of data bins; those of one full name are one. NULL: *error says why it is no such file, or has no
 * bins. Free with ui_curves_free(). */
UiCurves *ui_curves_load(const char *path, GError **error);

/* The curves of the cells of an open file (ui_sweep_rows_open()), each by itself, without full names; the most misses
 * first. None where the file has no cells. NULL: *error. Free with ui_curves_free(). */
UiCurves *ui_curves_of_cells(const UiJsonRows *rows, GError **error);

/* The curves of the data items that a view shows, by rank; without those that the sweep does not know. Free with
 * ui_curves_free(). */
UiCurves *ui_curves_of_view(const UiCurves *curves, const UiView *view);

#endif
