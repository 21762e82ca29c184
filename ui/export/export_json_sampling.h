/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_sampling.h: the sampling of a run and the confidence intervals of its counts, as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/view/view_cells.h"
#include "ui/view/view_estimate.h"

/* Writes the member "sampling". For a run that was not sampled, this function and the following ones write nothing. */
void export_json_sampling(UiJson *json, const Profile *profile);

/* Writes the member "plus_minus": half the widths of the confidence intervals of counts, computed from the counts' sums
 * by batch. */
void export_json_plus_minus(UiJson *json, const Profile *profile, const ViewBatchSums *sums);

/* As export_json_plus_minus(), but for a cell of a matrix whose rows are segments and whose columns are bins. */
void export_json_cell_plus_minus(UiJson *json, const Profile *profile, const ViewCells *cells,
                                 const ViewMatrixCell *cell);

/* Writes half the width of an interval; null if it is not known. */
void export_json_half(UiJson *json, const char *key, double half);
