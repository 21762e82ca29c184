/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_estimate.h: confidence intervals of changes between two runs, if one or both were sampled. */
#pragma once

#include "ui/model/ui_estimate.h"
#include "ui/runs/ui_diff.h"

/* Returns whether one or both runs were sampled. */
bool ui_diff_is_sampled(const UiDiff *diff);

/* Sets `half` in all items and cells of an otherwise complete difference. */
void ui_diff_estimate(UiDiff *diff);

/* Returns half the width of the interval of a change; `values` are the batches of each side, ignored for a side that
 * was not sampled. UI_ESTIMATE_UNKNOWN if neither side was sampled, or if it is unknown. */
double ui_diff_half(const UiDiff *diff, const uint64_t *const values[UI_SIDES]);

/* As ui_diff_half(), for the change of the totals. */
double ui_diff_half_of_totals(const UiDiff *diff, UiMetric metric);

/* Returns the batches' values of the ranking metric on a side, summed up to rows and columns by `line_of` (by axis,
 * by rank in the difference): n_batches values for each of the rows * columns cells. NULL: not known. Owned by the
 * caller. */
uint64_t *ui_diff_batches(const UiDiff *diff, unsigned side, const uint32_t *const line_of[UI_AXES], uint32_t rows,
                          uint32_t columns);

/* Returns whether a change is insignificant: at most half the width of its interval, if known. */
static inline bool ui_diff_is_none(UiChange change, double half) { return (double)change.amount <= half; }
