/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_estimate.h: how far the changes between two runs may be off, where one or both were sampled. */
#ifndef UI_UI_DIFF_ESTIMATE_H
#define UI_UI_DIFF_ESTIMATE_H

#include "ui/model/ui_estimate.h"
#include "ui/runs/ui_diff.h"

/* Whether one of the runs was sampled, or both. */
bool ui_diff_is_sampled(const UiDiff *diff);

/* Fills `half` in all items and cells of a difference that has everything else. */
void ui_diff_estimate(UiDiff *diff);

/* Half the width of the interval of a change, of which the batches of each side have `values`; those of a side that was
 * not sampled are not looked at. UI_ESTIMATE_UNKNOWN of two sides that were not sampled, or if it is not known. */
double ui_diff_half(const UiDiff *diff, const uint64_t *const values[UI_SIDES]);

/* The same of the change of the totals. */
double ui_diff_half_of_totals(const UiDiff *diff, UiMetric metric);

/* What the batches of a side have of the metric that ranks: of code and data that `line_of` (by axis, by rank in the
 * difference) sums up to rows and columns, n_batches values for each of the rows * columns cells. NULL: not known.
 * Owned by the caller. */
uint64_t *ui_diff_batches(const UiDiff *diff, unsigned side, const uint32_t *const line_of[UI_AXES], uint32_t rows,
                          uint32_t columns);

/* Whether a change is too small to be one: less than half the width of its interval, if that is known. */
static inline bool ui_diff_is_none(UiChange change, double half) { return (double)change.amount <= half; }

#endif
