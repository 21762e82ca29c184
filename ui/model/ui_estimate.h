/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_estimate.h: confidence intervals and texts of the estimates of a sampled run.
 *
 * The samples of a run are grouped into batches; if it was sampled by phase, each interval is a batch. The values of a
 * count by batch give the interval of that count, be it of a cell or of any sum of cells: values of batches add up as
 * counts do. They exist for misses and stall cycles. */
#pragma once

#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* Misses and stall cycles counted in each batch. */
typedef struct {
  uint64_t misses[UI_BATCHES], stall[UI_BATCHES];
} UiBatchSums;

/* Half the width of an unknown interval. */
#define UI_ESTIMATE_UNKNOWN (-1.0)

/* Adds the batches' values of a cell to *sums. */
void ui_estimate_add(UiBatchSums *sums, const UiProfile *profile, const UiBatchCell *cell);

/* Returns the batches' sums over all cells. */
UiBatchSums ui_estimate_totals(const UiProfile *profile);

/* Returns the values of a metric in *sums, by batch; NULL: not known. */
const uint64_t *ui_estimate_values(const UiBatchSums *sums, UiMetric metric);

/* Adds a batch cell's values of a metric to values[0 .. profile->n_batches). Returns false, and adds nothing, if
 * they are not known. */
bool ui_estimate_add_values(uint64_t *values, const UiProfile *profile, const UiBatchCell *cell, UiMetric metric);

/* Returns whether intervals are known: there are two batches or, by phase, each phase has two intervals, or only one
 * in all. */
bool ui_estimate_tells_spread(const UiProfile *profile);

/* Returns half the width of the interval that, in 95 of 100 such runs, contains the count of a full simulation;
 * `values` are the batches' values of the count. UI_ESTIMATE_UNKNOWN if intervals are not known, or `values` is
 * NULL. */
double ui_estimate_half(const UiProfile *profile, const uint64_t *values);

/* As ui_estimate_half(), for the quotient of two counts: a share, of which 1 is the whole. */
double ui_estimate_half_share(const UiProfile *profile, const uint64_t *values, const uint64_t *whole);

/* Returns the quantile of Student's distribution for two-sided intervals of 95 %, for at least 1 degree of freedom. */
double ui_estimate_quantile(unsigned degrees);

/* Returns the mark of an estimate without an interval: "~"; "" if the run was not sampled. */
const char *ui_estimate_mark(const UiProfile *profile);

/* Appends a count, marked as an estimate if the run was sampled: "~8.71M". */
void ui_estimate_append_count(GString *out, bool sampled, double count);

/* As ui_estimate_append_count(), for a count of a profile. */
void ui_estimate_append(GString *out, const UiProfile *profile, double count);

/* Appends a count with its interval: "8.71M ± 0.12M"; "~8.71M" if the interval is unknown. */
void ui_estimate_append_interval(GString *out, const UiProfile *profile, double count, double half);

/* Appends an estimate with one decimal, such as a percentage: "48.2 ± 0.7", or "~48.2". */
void ui_estimate_append_decimal(GString *out, double number, double half);

/* As ui_estimate_append_decimal(), with a percent sign: "48.2% ± 0.7", "~48.2%". */
void ui_estimate_append_percent(GString *out, double percent, double half);

/* Returns the sign before half the width of an interval, between spaces, in the locale's characters. */
const char *ui_estimate_sign(void);

/* Returns the name of a metric for "Percentage of Total ...", as the profile's screens show it. */
const char *ui_estimate_metric_name(const UiProfile *profile, UiMetric metric);

/* Returns the name of the cause of misses on lines without earlier references. Samples cannot distinguish those from
 * lines replaced between samples: in a sampled run the cause is `unknown`. */
static inline const char *ui_estimate_cold(const UiProfile *profile, const char *cold, const char *unknown) {
  return profile->sampled ? unknown : cold;
}
