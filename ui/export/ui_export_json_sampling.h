/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_sampling.h: the sampling of a run and the confidence intervals of its counts, as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_cells.h"
#include "ui/model/ui_estimate.h"

/* Writes the member "sampling"; this and the following functions write nothing for a run without sampling. */
void ui_export_json_sampling(UiJson *json, const UiProfile *profile);

/* Writes the member "plus_minus": half the widths of the intervals of counts, from their sums by batch. */
void ui_export_json_plus_minus(UiJson *json, const UiProfile *profile, const UiBatchSums *sums);

/* As ui_export_json_plus_minus(), for a cell of a matrix whose rows are segments and whose columns are bins. */
void ui_export_json_cell_plus_minus(UiJson *json, const UiProfile *profile, const UiCells *cells,
                                    const UiMatrixCell *cell);

/* Writes half the width of an interval; null if unknown. */
void ui_export_json_half(UiJson *json, const char *key, double half);
