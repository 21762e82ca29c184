/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_estimate.h: how far the estimates of a sampled run may be off, and how estimates are written.
 *
 * The samples of a run were kept in batches; of a run that was sampled by phase, each interval is one. What these have
 * of a count, by batch, is enough for the interval of that count, be it of a cell or of any sum of cells: values of
 * batches add up as counts do. They are known of misses and of stall cycles. */
#ifndef UI_UI_ESTIMATE_H
#define UI_UI_ESTIMATE_H

#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* What each batch has of misses and stall cycles, as it counted them. */
typedef struct {
  uint64_t misses[UI_BATCHES], stall[UI_BATCHES];
} UiBatchSums;

/* The value of something that is not known, in place of half the width of an interval. */
#define UI_ESTIMATE_UNKNOWN (-1.0)

/* Adds what the batches have of a cell to *sums. */
void ui_estimate_add(UiBatchSums *sums, const UiProfile *profile, const UiBatchCell *cell);

/* What the batches have of all cells. */
UiBatchSums ui_estimate_totals(const UiProfile *profile);

/* The values of a metric in *sums, by batch; NULL: they are not known of it. */
const uint64_t *ui_estimate_values(const UiBatchSums *sums, UiMetric metric);

/* What a batch cell has of a metric, likewise: adds it to values[0 .. profile->n_batches). Returns false, and adds
 * nothing, when it is not known of it. */
bool ui_estimate_add_values(uint64_t *values, const UiProfile *profile, const UiBatchCell *cell, UiMetric metric);

/* Whether intervals are known: whether there are two batches or, by phase, whether each phase has two intervals, or is
 * but one. */
bool ui_estimate_tells_spread(const UiProfile *profile);

/* Half the width of the interval that, in 95 of 100 such runs, has the count of full simulation in it: of the count
 * that the batches have `values` of. UI_ESTIMATE_UNKNOWN where intervals are not known, and of `values` NULL. */
double ui_estimate_half(const UiProfile *profile, const uint64_t *values);

/* The same of the quotient of two counts: of a share, of which 1 is the whole. */
double ui_estimate_half_share(const UiProfile *profile, const uint64_t *values, const uint64_t *whole);

/* The quantile of Student's distribution that two-sided intervals of 95 % take, for 1 degree of freedom and more. */
double ui_estimate_quantile(unsigned degrees);

/* What stands before a count that is an estimate without an interval: "~"; "" of a run that was not sampled. */
const char *ui_estimate_mark(const UiProfile *profile);

/* How a count is written, wherever it is: as it is, or, of a sampled run, as an estimate: "~8.71M". */
void ui_estimate_append_count(GString *out, bool sampled, double count);

/* The same of a count of a profile. */
void ui_estimate_append(GString *out, const UiProfile *profile, double count);

/* The same of a count of which half the width of the interval is known: "8.71M ± 0.12M"; "~8.71M" if it is not. */
void ui_estimate_append_interval(GString *out, const UiProfile *profile, double count, double half);

/* A number with one decimal that is an estimate, such as a percentage: "48.2 ± 0.7", or "~48.2". */
void ui_estimate_append_decimal(GString *out, double number, double half);

/* The same of a percentage, with its sign: "48.2% ± 0.7", "~48.2%". */
void ui_estimate_append_percent(GString *out, double percent, double half);

/* What stands before half the width of an interval: with a space on either side, in the locale's characters. */
const char *ui_estimate_sign(void);

/* What a metric is called, in "Percentage of Total ...", where the profile's screens show it. */
const char *ui_estimate_metric_name(const UiProfile *profile, UiMetric metric);

/* The name of the cause of misses on lines that were not referenced before. Samples cannot tell those from lines that
 * were replaced while nobody looked: of a sampled run the cause is `unknown`. */
static inline const char *ui_estimate_cold(const UiProfile *profile, const char *cold, const char *unknown) {
  return profile->sampled ? unknown : cold;
}

#endif
