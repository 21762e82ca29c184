/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_curves_file.h: reads miss-ratio curves of data from the JSON of a sweep (docs/sweep.schema.json), and matches
 * them with the data of a profile.
 *
 * Data bins are matched as in memspy diff: by their full names. The remaining bins are matched by their full names
 * without line numbers, if only one bin on each side has that name. */
#pragma once

#include "ui/results/results_json_rows.h"
#include "ui/view/view.h"
#include "ui/view/view_curves.h"

/* Reads the curves of data bins from a file. Bins with the same full name share a curve. Returns NULL and sets *error
 * if the file is not the JSON of a sweep, or if it contains no bins. Free with view_curves_free(). */
ViewCurves *results_curves_load(const char *path, GError **error);

/* Returns one curve for each cell of an open file (results_sweep_rows_open()), without full names. Curves with more
 * misses come first. If the file has no cells, the result contains no curves. Returns NULL and sets *error on failure.
 * Free with view_curves_free(). */
ViewCurves *results_curves_of_cells(const ResultsJsonRows *rows, GError **error);

/* Returns the curves of the data items that a view shows, in the order of the items. Omits items that the sweep does
 * not contain. Free with view_curves_free(). */
ViewCurves *results_curves_of_view(const ViewCurves *curves, const View *view);
