/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_estimate.h: confidence intervals of changes between two runs, if one or both were sampled. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/view/view_estimate.h"

/* Returns whether one or both runs were sampled. */
bool diff_is_sampled(const Diff *diff);

/* Sets `half` in all items and cells of an otherwise complete difference. */
void diff_estimate(Diff *diff);

/* Returns half the width of the confidence interval of a change. `values` are the values of the batches of each side;
 * those of a side that was not sampled are ignored. Returns VIEW_ESTIMATE_UNKNOWN if neither side was sampled, or if
 * the width is not known. */
double diff_half(const Diff *diff, const uint64_t *const values[DIFF_SIDES]);

/* As diff_half(), but for the change of the totals. */
double diff_half_of_totals(const Diff *diff, ViewMetric metric);

/* Returns the values that the ranking metric has in the batches of a side, summed up to rows and columns: n_batches
 * values for each of the rows * columns cells. `line_of` has, by axis and by rank in the difference, the row or column.
 * Returns NULL if the values are not known. Owned by the caller. */
uint64_t *diff_batches(const Diff *diff, unsigned side, const uint32_t *const line_of[VIEW_AXES], uint32_t rows,
                       uint32_t columns);

/* Returns whether a change is insignificant: it is at most half the width of its interval, if that is known. */
static inline bool diff_is_none(DiffChange change, double half) { return (double)change.amount <= half; }
