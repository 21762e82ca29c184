/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_estimate.c: computes confidence intervals. Batch b has the count x_b in n_b instructions. Each batch belongs to
 * a stratum. If the run was sampled by phase, each phase is a stratum; otherwise the whole run is the only stratum. w_b
 * is the weight of a batch (1 without phases), and m_b = w_b n_b is its size. The run executed N instructions. The
 * estimate is N R, where R = sum(w x) / sum m is a ratio of two sums. Batch b has the deviation
 * e_b = w_b (x_b - R n_b). Stratum h has B_h batches, and e_h is their mean deviation per unit of size. The variance of
 * the estimate is
 *
 *   (N / sum m)^2 sum over h of (1 - f_h) B_h / (B_h - 1) sum((e_b - m_b e_h)^2),
 *
 * where f_h is the sampled fraction of the stratum, which has no error (Cochran, "Sampling Techniques", 1977, sections
 * 5.3 and 6.3). The confidence interval uses Student's distribution, with the degrees of freedom of Satterthwaite's
 * approximation (section 5.4), which is B - 1 for one stratum. If a stratum has only one batch, the variance is
 * unknown, unless this batch is the whole stratum. A share of a total is a ratio, too. For it, the values of the total
 * replace n_b in e_b, so that variations which both counts have in common do not count. */
#include "ui/view/view_estimate.h"

#include <math.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_of_samples.h"

enum { MISSES, STALL, KINDS }; /* the kinds of numbers of each batch, in their order */

static uint64_t count_of(const Profile *profile, const ProfileBatchCell *cell, uint32_t batch, unsigned kind) {
  return profile->numbers[cell->counts.first + KINDS * batch + kind];
}

void view_estimate_add(ViewBatchSums *sums, const Profile *profile, const ProfileBatchCell *cell) {
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    sums->misses[b] += count_of(profile, cell, b, MISSES);
    sums->stall[b] += count_of(profile, cell, b, STALL);
  }
}

ViewBatchSums view_estimate_totals(const Profile *profile) {
  ViewBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) view_estimate_add(&sums, profile, &profile->batch_cells[i]);
  return sums;
}

const uint64_t *view_estimate_values(const ViewBatchSums *sums, ViewMetric metric) {
  return metric == VIEW_METRIC_STALL ? sums->stall : metric == VIEW_METRIC_MISSES ? sums->misses : NULL;
}

bool view_estimate_add_values(uint64_t *values, const Profile *profile, const ProfileBatchCell *cell,
                              ViewMetric metric) {
  if (metric != VIEW_METRIC_STALL && metric != VIEW_METRIC_MISSES) return false;
  for (uint32_t b = 0; b < profile->n_batches; b++)
    values[b] += count_of(profile, cell, b, metric == VIEW_METRIC_STALL ? STALL : MISSES);
  return true;
}

double view_estimate_quantile(unsigned degrees) {
  static const double few[] = {0,      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646,
                               2.3060, 2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314};
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, n = degrees;
  if (degrees < G_N_ELEMENTS(few)) return few[degrees];
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

/* ---- strata ---- */

/* The maximum fraction of a stratum that was not sampled for the stratum to count as complete. It applies to strata
 * with only one batch. */
static const double NEARLY_NOTHING = 0.1;

/* The sums over all batches of a stratum. */
typedef struct {
  unsigned n;                /* number of batches that have instructions */
  double instructions, size; /* sums */
  double off, squares;       /* off: sum of e; squares: sum of the squared differences between e and its mean */
} Stratum;

/* The strata of a run. `all` has one stratum for each phase, at the number of the phase. If the run was not sampled by
 * phase, only stratum 0 is used. */
typedef struct {
  const Profile *profile;
  Stratum all[BIN_PHASES_MOST + 1];
  double size, instructions; /* size: sum over all strata; instructions: number of instructions in the whole run */
} Strata;

static Stratum *stratum_of(Strata *strata, uint32_t batch) {
  return &strata->all[strata->profile->by_phase ? strata->profile->phases[batch].phase : 0];
}

static double weight_of(const Profile *profile, uint32_t batch) {
  return profile->by_phase ? (double)profile->phases[batch].weight : 1;
}

static double size_of(const Profile *profile, uint32_t batch) {
  return weight_of(profile, batch) * (double)profile->batches[batch].instructions;
}

static void divide(Strata *strata, const Profile *profile) {
  *strata = (Strata){.profile = profile, .instructions = (double)profile->sampling.instructions};
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    Stratum *stratum = stratum_of(strata, b);
    stratum->n += profile->batches[b].instructions != 0;
    stratum->instructions += (double)profile->batches[b].instructions;
    stratum->size += size_of(profile, b);
    strata->size += size_of(profile, b);
  }
}

/* Returns the fraction of a stratum that was not sampled. */
static double left_of(const Strata *strata, const Stratum *stratum) {
  const double whole = strata->instructions * ui_text_ratio(stratum->size, strata->size);
  return CLAMP(1 - ui_text_ratio(stratum->instructions, whole), 0, 1);
}

static bool tells_spread(const Strata *strata) {
  unsigned n = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(strata->all); i++) {
    const Stratum *stratum = &strata->all[i];
    n += stratum->n;
    if (stratum->n == 1 && left_of(strata, stratum) > NEARLY_NOTHING) return false;
  }
  return n >= 2;
}

bool view_estimate_tells_spread(const Profile *profile) {
  Strata strata;
  if (profile->of_samples) return true;
  divide(&strata, profile);
  return tells_spread(&strata);
}

/* Returns half the width of the confidence interval of the estimate, computed from the sums of squares of all
 * strata. */
static double half_of_strata(const Strata *strata) {
  double variance = 0, squares = 0; /* variance: that of the estimate; squares: sum over all strata of the squared
                                       variance of the stratum divided by its degrees of freedom */
  for (size_t i = 0; i < G_N_ELEMENTS(strata->all); i++) {
    const Stratum *stratum = &strata->all[i];
    if (stratum->n < 2) continue;
    const double degrees = stratum->n - 1, own = left_of(strata, stratum) * stratum->n / degrees * stratum->squares;
    variance += own;
    squares += own * own / degrees;
  }
  if (variance <= 0) return 0;
  const double degrees = variance * variance / squares + 1e-6; /* without the addition, rounding could make a whole
                                                                  number smaller */
  return view_estimate_quantile(degrees > 1 ? (unsigned)degrees : 1) * sqrt(variance);
}

/* ---- samples of events ---- */

/* Returns half the width of the confidence interval of a number of sampled events. One in `period` events was sampled,
 * so the number of samples has a Poisson distribution; the variance of a sum of periods is the sum of their squares. If
 * samples are divided among data, the variance is an upper bound of the variance of each part. Unknown for the stall of
 * accesses, whose batches are 0. */
static double half_of_events(const Profile *profile, double events) {
  if (events <= 0 && profile->event_kind.detail != PROFILE_EVENTS_ONLY) return VIEW_ESTIMATE_UNKNOWN;
  return view_estimate_quantile(G_MAXUINT) * sqrt(events * (double)profile_of_samples_spread(profile));
}

/* As half_of_events(), but for the share of samples in a part of the whole. If the number of samples of the whole is
 * given, that of the part has a binomial distribution. */
static double half_of_part(const Profile *profile, double part, double whole) {
  if (whole <= 0) return VIEW_ESTIMATE_UNKNOWN;
  const double share = part / whole, half = half_of_events(profile, share * MAX(1 - share, 0) * whole);
  return half < 0 ? half : half / whole;
}

/* ---- intervals ---- */

/* Returns half the width of the confidence interval of the ratio sum(w x) / sum(w n). */
static double half_of_ratio(const Profile *profile, const double *x, const double *n) {
  Strata strata;
  double off[PROFILE_BATCHES], sum_x = 0, sum_n = 0;
  divide(&strata, profile);
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    sum_x += weight_of(profile, b) * x[b];
    sum_n += weight_of(profile, b) * n[b];
  }
  if (!tells_spread(&strata) || sum_n <= 0) return VIEW_ESTIMATE_UNKNOWN;
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    off[b] = weight_of(profile, b) * (x[b] - n[b] * sum_x / sum_n);
    stratum_of(&strata, b)->off += off[b];
  }
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    Stratum *stratum = stratum_of(&strata, b);
    const double rest = off[b] - size_of(profile, b) * ui_text_ratio(stratum->off, stratum->size);
    stratum->squares += rest * rest;
  }
  return half_of_strata(&strata) / sum_n;
}

double view_estimate_half(const Profile *profile, const uint64_t *values) {
  double x[PROFILE_BATCHES], n[PROFILE_BATCHES];
  if (values == NULL) return VIEW_ESTIMATE_UNKNOWN;
  if (profile->of_samples) return half_of_events(profile, (double)values[0]);
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    x[b] = (double)values[b];
    n[b] = (double)profile->batches[b].instructions;
  }
  const double half = half_of_ratio(profile, x, n);
  return half < 0 ? half : half * (double)profile->sampling.instructions;
}

double view_estimate_half_share(const Profile *profile, const uint64_t *values, const uint64_t *whole) {
  double x[PROFILE_BATCHES], n[PROFILE_BATCHES];
  if (values == NULL || whole == NULL) return VIEW_ESTIMATE_UNKNOWN;
  if (profile->of_samples) return half_of_part(profile, (double)values[0], (double)whole[0]);
  for (uint32_t b = 0; b < profile->n_batches; b++) {
    x[b] = (double)values[b];
    n[b] = (double)whole[b];
  }
  return half_of_ratio(profile, x, n);
}

/* ---- texts ---- */

const char *view_estimate_metric_name(const Profile *profile, ViewMetric metric) {
  const char *name = view_metric_title(metric);
  if (profile->of_samples && metric == VIEW_METRIC_MISSES) return profile_of_samples_unit(profile);
  return metric == VIEW_METRIC_COLD ? view_estimate_cold(profile, name, "Misses of Unknown Cause") : name;
}

const char *view_estimate_sign(void) { return g_get_charset(NULL) ? " \u00b1 " : " +- "; }

const char *view_estimate_mark(const Profile *profile) { return profile->sampled ? "~" : ""; }

void view_estimate_append_count(GString *out, bool sampled, double count) {
  if (sampled) g_string_append(out, "~");
  ui_text_append_count(out, count);
}

void view_estimate_append(GString *out, const Profile *profile, double count) {
  view_estimate_append_count(out, profile->sampled, count);
}

void view_estimate_append_interval(GString *out, const Profile *profile, double count, double half) {
  if (half < 0) g_string_append(out, view_estimate_mark(profile));
  ui_text_append_count(out, count);
  if (!profile->sampled || half < 0) return;
  g_string_append(out, view_estimate_sign());
  ui_text_append_count_like(out, half, count);
}

void view_estimate_append_percent(GString *out, double percent, double half) {
  if (half < 0)
    g_string_append_printf(out, "~%.1f%%", percent);
  else
    g_string_append_printf(out, "%.1f%%%s%.1f", percent, view_estimate_sign(), half);
}

void view_estimate_append_decimal(GString *out, double number, double half) {
  if (half < 0)
    g_string_append_printf(out, "~%.1f", number);
  else
    g_string_append_printf(out, "%.1f%s%.1f", number, view_estimate_sign(), half);
}
