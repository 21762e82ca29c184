/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_estimate.h: confidence intervals of changes between two runs, if one or both were sampled. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/view/view_estimate.h"

/* Returns whether one or both runs were sampled. */
bool diff_is_sampled(const Diff *diff);

/* Sets `half` in all items and cells of an otherwise complete difference. */
void diff_estimate(Diff *diff);

/* Returns half the width of the interval of a change; `values` are the batches of each side, ignored for a side that
 * was not sampled. VIEW_ESTIMATE_UNKNOWN if neither side was sampled, or if it is unknown. */
double diff_half(const Diff *diff, const uint64_t *const values[DIFF_SIDES]);

/* As diff_half(), for the change of the totals. */
double diff_half_of_totals(const Diff *diff, ViewMetric metric);

/* Returns the batches' values of the ranking metric on a side, summed up to rows and columns by `line_of` (by axis,
 * by rank in the difference): n_batches values for each of the rows * columns cells. NULL: not known. Owned by the
 * caller. */
uint64_t *diff_batches(const Diff *diff, unsigned side, const uint32_t *const line_of[VIEW_AXES], uint32_t rows,
                       uint32_t columns);

/* Returns whether a change is insignificant: at most half the width of its interval, if known. */
static inline bool diff_is_none(DiffChange change, double half) { return (double)change.amount <= half; }
