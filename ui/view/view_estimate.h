/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_estimate.h: confidence intervals and texts of the estimates of a sampled run.
 *
 * The samples of a run are grouped into batches; if it was sampled by phase, each interval is a batch. The values of a
 * count by batch give the interval of that count, be it of a cell or of any sum of cells: values of batches add up as
 * counts do. They exist for misses and stall cycles. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_metric.h"

/* Misses and stall cycles counted in each batch. */
typedef struct {
  uint64_t misses[PROFILE_BATCHES], stall[PROFILE_BATCHES];
} ViewBatchSums;

/* Half the width of an unknown interval. */
#define VIEW_ESTIMATE_UNKNOWN (-1.0)

/* Adds the batches' values of a cell to *sums. */
void view_estimate_add(ViewBatchSums *sums, const Profile *profile, const ProfileBatchCell *cell);

/* Returns the batches' sums over all cells. */
ViewBatchSums view_estimate_totals(const Profile *profile);

/* Returns the values of a metric in *sums, by batch; NULL: not known. */
const uint64_t *view_estimate_values(const ViewBatchSums *sums, ViewMetric metric);

/* Adds a batch cell's values of a metric to values[0 .. profile->n_batches). Returns false, and adds nothing, if
 * they are not known. */
bool view_estimate_add_values(uint64_t *values, const Profile *profile, const ProfileBatchCell *cell,
                              ViewMetric metric);

/* Returns whether intervals are known: there are two batches or, by phase, each phase has two intervals, or only one
 * in all. */
bool view_estimate_tells_spread(const Profile *profile);

/* Returns half the width of the interval that, in 95 of 100 such runs, contains the count of a full simulation;
 * `values` are the batches' values of the count. VIEW_ESTIMATE_UNKNOWN if intervals are not known, or `values` is
 * NULL. */
double view_estimate_half(const Profile *profile, const uint64_t *values);

/* As view_estimate_half(), for the quotient of two counts: a share, of which 1 is the whole. */
double view_estimate_half_share(const Profile *profile, const uint64_t *values, const uint64_t *whole);

/* Returns the quantile of Student's distribution for two-sided intervals of 95 %, for at least 1 degree of freedom. */
double view_estimate_quantile(unsigned degrees);

/* Returns the mark of an estimate without an interval: "~"; "" if the run was not sampled. */
const char *view_estimate_mark(const Profile *profile);

/* Appends a count, marked as an estimate if the run was sampled: "~8.71M". */
void view_estimate_append_count(GString *out, bool sampled, double count);

/* As view_estimate_append_count(), for a count of a profile. */
void view_estimate_append(GString *out, const Profile *profile, double count);

/* Appends a count with its interval: "8.71M ± 0.12M"; "~8.71M" if the interval is unknown. */
void view_estimate_append_interval(GString *out, const Profile *profile, double count, double half);

/* Appends an estimate with one decimal, such as a percentage: "48.2 ± 0.7", or "~48.2". */
void view_estimate_append_decimal(GString *out, double number, double half);

/* As view_estimate_append_decimal(), with a percent sign: "48.2% ± 0.7", "~48.2%". */
void view_estimate_append_percent(GString *out, double percent, double half);

/* Returns the sign before half the width of an interval, between spaces, in the locale's characters. */
const char *view_estimate_sign(void);

/* Returns the name of a metric for "Percentage of Total ...", as the profile's screens show it. */
const char *view_estimate_metric_name(const Profile *profile, ViewMetric metric);

/* Returns the name of the cause of misses on lines without earlier references. Samples cannot distinguish those from
 * lines replaced between samples: in a sampled run the cause is `unknown`. */
static inline const char *view_estimate_cold(const Profile *profile, const char *cold, const char *unknown) {
  return profile->sampled ? unknown : cold;
}
