/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_sampling.h: what JSON says of a sampled run, and how far its numbers may be off. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_cells.h"
#include "ui/model/ui_estimate.h"

/* Writes the member "sampling"; nothing of a run that was not sampled, here and below. */
void ui_export_json_sampling(UiJson *json, const UiProfile *profile);

/* Writes the member "plus_minus" of the counts that the batches have `sums` of. */
void ui_export_json_plus_minus(UiJson *json, const UiProfile *profile, const UiBatchSums *sums);

/* The same of a cell of a matrix whose rows are segments and whose columns are bins. */
void ui_export_json_cell_plus_minus(UiJson *json, const UiProfile *profile, const UiCells *cells,
                                    const UiMatrixCell *cell);

/* Writes half the width of an interval; null if it is not known. */
void ui_export_json_half(UiJson *json, const char *key, double half);
