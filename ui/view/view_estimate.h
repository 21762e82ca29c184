/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_estimate.h: computes the confidence intervals of a sampled run's estimates, and writes estimates as text.
 *
 * The samples of a run are grouped into batches. If the run was sampled by phase, each sampled interval of the run is a
 * batch. The confidence interval of a count is computed from the values of the count in all batches. For a sum of
 * cells, the values of each batch are added, as counts are. The profile contains these values for misses and stall
 * cycles. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_metric.h"

/* The misses and stall cycles that were counted in each batch. */
typedef struct {
  uint64_t misses[PROFILE_BATCHES], stall[PROFILE_BATCHES];
} ViewBatchSums;

/* Half the width of a confidence interval that is unknown. */
#define VIEW_ESTIMATE_UNKNOWN (-1.0)

/* Adds the values of a cell in each batch to *sums. */
void view_estimate_add(ViewBatchSums *sums, const Profile *profile, const ProfileBatchCell *cell);

/* Returns the sums over all cells for each batch. */
ViewBatchSums view_estimate_totals(const Profile *profile);

/* Returns the values of a metric in *sums, by batch; NULL: they are unknown for this metric. */
const uint64_t *view_estimate_values(const ViewBatchSums *sums, ViewMetric metric);

/* Adds the values of a metric in a batch cell to values[0 .. profile->n_batches). If they are unknown for this metric,
 * returns false and adds nothing. */
bool view_estimate_add_values(uint64_t *values, const Profile *profile, const ProfileBatchCell *cell,
                              ViewMetric metric);

/* Returns whether confidence intervals are known. They are if there are at least two batches. If the run was sampled by
 * phase, each phase must have two sampled intervals, or consist of a single one. */
bool view_estimate_tells_spread(const Profile *profile);

/* Returns half the width of the 95 % confidence interval, which contains the count of a full simulation in 95 of 100
 * such runs. `values` contains the value of the count in each batch. Returns VIEW_ESTIMATE_UNKNOWN if confidence
 * intervals are unknown, or if `values` is NULL. */
double view_estimate_half(const Profile *profile, const uint64_t *values);

/* As view_estimate_half(), but for the ratio of two counts. The ratio is a share, and 1 is the whole. */
double view_estimate_half_share(const Profile *profile, const uint64_t *values, const uint64_t *whole);

/* Returns the quantile of Student's distribution for two-sided 95 % intervals. `degrees` is the number of degrees of
 * freedom, at least 1. */
double view_estimate_quantile(unsigned degrees);

/* Returns the mark of an estimate without a confidence interval, "~"; "" if the run was not sampled. */
const char *view_estimate_mark(const Profile *profile);

/* Appends a count. If the run was sampled, marks it as an estimate, such as "~8.71M". */
void view_estimate_append_count(GString *out, bool sampled, double count);

/* As view_estimate_append_count(), but for a count of the given profile. */
void view_estimate_append(GString *out, const Profile *profile, double count);

/* Appends a count with half the width of its confidence interval, such as "8.71M ± 0.12M"; if this is unknown, such as
 * "~8.71M". */
void view_estimate_append_interval(GString *out, const Profile *profile, double count, double half);

/* Appends an estimate with one decimal, such as a percentage: "48.2 ± 0.7", or "~48.2" if the confidence interval is
 * unknown. */
void view_estimate_append_decimal(GString *out, double number, double half);

/* As view_estimate_append_decimal(), but with a percent sign: "48.2% ± 0.7", or "~48.2%". */
void view_estimate_append_percent(GString *out, double percent, double half);

/* Returns the sign that precedes half the width of a confidence interval, with a space on each side, in the characters
 * of the locale. */
const char *view_estimate_sign(void);

/* Returns the name of a metric for "Percentage of Total ...", as screens show it for this profile. */
const char *view_estimate_metric_name(const Profile *profile, ViewMetric metric);

/* Returns the name of the cause of misses on lines without earlier references. This is `cold`, or `unknown` for a
 * sampled run, because samples cannot distinguish these lines from those that were replaced between samples. */
static inline const char *view_estimate_cold(const Profile *profile, const char *cold, const char *unknown) {
  return profile->sampled ? unknown : cold;
}
