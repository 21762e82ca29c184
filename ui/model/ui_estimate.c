/* ui_estimate.c: see ui_estimate.h.
 *
 * Of a count, batch b has x_b, in n_b instructions. The run executed N; the estimate is N R with R = sum x / sum n, a
 * ratio of two sums. Its variance, from how much B batches that stand for the whole run each differ, is
 *
 *   N^2 (1 - f) sum((n_b / mean n)^2 (x_b / n_b - R)^2) / (B (B - 1)),
 *
 * where f is the part of the run that was sampled: what was counted is sure. The interval is that of Student's
 * distribution with B - 1 degrees of freedom. A share of a total is a ratio too, with the total's values in place of
 * n_b, so that what makes both of them larger in a batch does not count.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_estimate.h"

#include <math.h>

#include "ui/base/ui_text.h"
#include "ui/model/ui_of_samples.h"

enum { MISSES, STALL, KINDS }; /* of each batch in turn */

static uint64_t count_of(const UiProfile *profile, const UiBatchCell *cell, uint32_t batch, unsigned kind) {
  return profile->numbers[cell->counts.first + KINDS * batch + kind];
}

void ui_estimate_add(UiBatchSums *sums, const UiProfile *profile, const UiBatchCell *cell) {
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    sums->misses[b] += count_of(profile, cell, b, MISSES);
    sums->stall[b] += count_of(profile, cell, b, STALL);
  }
}

UiBatchSums ui_estimate_totals(const UiProfile *profile) {
  UiBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) ui_estimate_add(&sums, profile, &profile->batch_cells[i]);
  return sums;
}

const uint64_t *ui_estimate_values(const UiBatchSums *sums, UiMetric metric) {
  return metric == UI_METRIC_STALL ? sums->stall : metric == UI_METRIC_MISSES ? sums->misses : NULL;
}

bool ui_estimate_add_values(uint64_t *values, const UiProfile *profile, const UiBatchCell *cell, UiMetric metric) {
  if (metric != UI_METRIC_STALL && metric != UI_METRIC_MISSES) return false;
  for (uint32_t b = 0; b < profile->n_batches; b++)
    values[b] += count_of(profile, cell, b, metric == UI_METRIC_STALL ? STALL : MISSES);
  return true;
}

double ui_estimate_quantile(unsigned degrees) {
  static const double few[] = {0,      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646,
                               2.3060, 2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314};
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, n = degrees;
  if (degrees < G_N_ELEMENTS(few)) return few[degrees];
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

/* Of events that were sampled one in so many: how many samples came of something is a Poisson number. Where a sample is
 * divided among data, this is the most that the variance of any part can be. */
static double half_of_events(const UiProfile *profile, double events) {
  return ui_estimate_quantile(G_MAXUINT) * sqrt(events * (double)ui_of_samples_period(profile));
}

/* The part of samples that came of something is binomial, given how many came of the whole. */
static double half_of_part(const UiProfile *profile, double part, double whole) {
  if (whole <= 0) return UI_ESTIMATE_UNKNOWN;
  const double share = part / whole;
  return half_of_events(profile, share * MAX(1 - share, 0) * whole) / whole;
}

/* Half the width of the interval of sum x / sum n. */
static double half_of_ratio(const UiProfile *profile, const double *x, const double *n) {
  const uint32_t batches = profile->n_batches;
  double sum_x = 0, sum_n = 0, squares = 0;
  for (uint32_t b = 0; b < batches; b++) {
    sum_x += x[b];
    sum_n += n[b];
  }
  if (batches < 2 || sum_n <= 0) return UI_ESTIMATE_UNKNOWN;
  for (uint32_t b = 0; b < batches; b++) {
    const double off = x[b] - n[b] * sum_x / sum_n; /* n_b (x_b / n_b - R), also where n_b is 0 */
    squares += off * off;
  }
  const double mean = sum_n / batches;
  const double left = 1 - ui_text_ratio((double)profile->sampling.sampled, (double)profile->sampling.instructions);
  return ui_estimate_quantile(batches - 1) * sqrt(left * squares / (batches * (batches - 1.0))) / mean;
}

double ui_estimate_half(const UiProfile *profile, const uint64_t *values) {
  double x[UI_BATCHES], n[UI_BATCHES];
  if (values == NULL) return UI_ESTIMATE_UNKNOWN;
  if (profile->of_samples) return half_of_events(profile, (double)values[0]);
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    x[b] = (double)values[b];
    n[b] = (double)profile->batches[b].instructions;
  }
  const double half = half_of_ratio(profile, x, n);
  return half < 0 ? half : half * (double)profile->sampling.instructions;
}

double ui_estimate_half_share(const UiProfile *profile, const uint64_t *values, const uint64_t *whole) {
  double x[UI_BATCHES], n[UI_BATCHES];
  if (values == NULL || whole == NULL) return UI_ESTIMATE_UNKNOWN;
  if (profile->of_samples) return half_of_part(profile, (double)values[0], (double)whole[0]);
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    x[b] = (double)values[b];
    n[b] = (double)whole[b];
  }
  return half_of_ratio(profile, x, n);
}

/* ---- words ---- */

const char *ui_estimate_metric_name(const UiProfile *profile, UiMetric metric) {
  const char *name = ui_metric_name(metric);
  return metric == UI_METRIC_COLD ? ui_estimate_cold(profile, name, "Misses of Unknown Cause") : name;
}

const char *ui_estimate_sign(void) { return g_get_charset(NULL) ? " \u00b1 " : " +- "; }

const char *ui_estimate_mark(const UiProfile *profile) { return profile->sampled ? "~" : ""; }

void ui_estimate_append_count(GString *out, bool sampled, double count) {
  if (sampled) g_string_append(out, "~");
  ui_text_append_count(out, count);
}

void ui_estimate_append(GString *out, const UiProfile *profile, double count) {
  ui_estimate_append_count(out, profile->sampled, count);
}

void ui_estimate_append_interval(GString *out, const UiProfile *profile, double count, double half) {
  if (half < 0) g_string_append(out, ui_estimate_mark(profile));
  ui_text_append_count(out, count);
  if (!profile->sampled || half < 0) return;
  g_string_append(out, ui_estimate_sign());
  ui_text_append_count_like(out, half, count);
}

void ui_estimate_append_percent(GString *out, double percent, double half) {
  if (half < 0)
    g_string_append_printf(out, "~%.1f%%", percent);
  else
    g_string_append_printf(out, "%.1f%%%s%.1f", percent, ui_estimate_sign(), half);
}

void ui_estimate_append_decimal(GString *out, double number, double half) {
  if (half < 0)
    g_string_append_printf(out, "~%.1f", number);
  else
    g_string_append_printf(out, "%.1f%s%.1f", number, ui_estimate_sign(), half);
}
