/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_estimate.h: computes the confidence intervals of changes between two runs, if one or both runs were sampled. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/view/view_estimate.h"

/* Returns whether one or both runs were sampled. */
bool diff_is_sampled(const Diff *diff);

/* Sets `half` in all items and cells. All other fields of the difference must be complete. */
void diff_estimate(Diff *diff);

/* Returns half the width of the confidence interval of a change. `values` contains the values of the batches for each
 * profile. The values of a run that was not sampled are ignored. Returns VIEW_ESTIMATE_UNKNOWN if neither run was
 * sampled, or if the width is unknown. */
double diff_half(const Diff *diff, const uint64_t *const values[DIFF_SIDES]);

/* As diff_half(), but for the change of a metric's total. */
double diff_half_of_totals(const Diff *diff, ViewMetric metric);

/* Returns the values of the metric in the batches of one profile, summed up to a matrix of rows * columns cells. The
 * metric is the one that determines ranks. Each cell has n_batches values. line_of[axis][rank] is the row or column for
 * a rank in the difference. Returns NULL if the values are unknown. The caller owns the array. */
uint64_t *diff_batches(const Diff *diff, unsigned side, const uint32_t *const line_of[VIEW_AXES], uint32_t rows,
                       uint32_t columns);

/* Returns whether a change is insignificant, because it is at most half the width of its confidence interval. If the
 * width is unknown, a change is significant unless it is 0. */
static inline bool diff_is_none(DiffChange change, double half) { return (double)change.amount <= half; }
