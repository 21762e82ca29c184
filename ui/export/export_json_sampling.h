/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_sampling.h: writes the sampling of a run and the confidence intervals of its counts as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/view/view_cells.h"
#include "ui/view/view_estimate.h"

/* Writes the member "sampling". If the run was not sampled, this function and the following ones write nothing. */
void export_json_sampling(UiJson *json, const Profile *profile);

/* Writes the member "plus_minus", which contains half the widths of the confidence intervals of counts. They are
 * computed from the sums of the counts by batch. */
void export_json_plus_minus(UiJson *json, const Profile *profile, const ViewBatchSums *sums);

/* As export_json_plus_minus(), but for a cell of a matrix. The rows of the matrix are segments, and the columns are
 * bins. */
void export_json_cell_plus_minus(UiJson *json, const Profile *profile, const ViewCells *cells,
                                 const ViewMatrixCell *cell);

/* Writes half the width of a confidence interval, or null if the width is not known. */
void export_json_half(UiJson *json, const char *key, double half);
