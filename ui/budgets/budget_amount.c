/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_amount.h"

#include <math.h>

static bool is_metric(const Budget *budget) { return budget->amount < (BudgetAmount)VIEW_METRICS; }

/* ---- amounts that a profile does not contain ---- */

static bool check_known(const Profile *profile, const Budget *budget, GError **error) {
  const ProfileCounts *totals = &profile->totals.counts;
  const bool is_known = is_metric(budget) && budget->cause == NULL &&
                        view_metric_known(profile, (ViewMetric)budget->amount);
  if (profile->of_samples && !is_known) {
    g_set_error_literal(error, BUDGET_ERROR, 0, "the profile is made of samples, and does not have this count");
    return false;
  }
  if (!is_metric(budget)) return true;
  const ViewMetric metric = (ViewMetric)(budget->cause != NULL ? budget->cause->value : (int)budget->amount);
  const coh_sum sum = coh_sum_of(view_metric_count(metric));
  const char *reason = NULL;
  if (sum == COH_SUM_REPLACEMENTS && totals->replacement > 0 && totals->capacity + totals->conflict == 0)
    reason = "the run did not tell capacity from conflict misses";
  else if (sum == COH_SUM_SERVERS && profile_counts_misses(totals) > 0 && profile_counts_served(totals) == 0)
    reason = "the profile does not tell what served its misses";
  if (reason != NULL) g_set_error_literal(error, BUDGET_ERROR, 0, reason);
  return reason == NULL;
}

/* ---- exact amounts ---- */

/* Returns the sum of the cells' counts. The sum cannot overflow, because the totals did not. */
static ProfileCounts sum_counts(const Profile *profile, const BudgetCells *cells) {
  if (budget_cells_are_all(cells)) return profile->totals.counts;
  ProfileCounts sum = {0};
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (budget_cells_have(cells, profile, cell->place, cell->bin)) profile_counts_add(&sum, &cell->counts);
  }
  return sum;
}

static uint64_t sum_instructions(const Profile *profile, const BudgetCells *cells) {
  if (cells->in[VIEW_CODE] == NULL && cells->stages == NULL) return profile->totals.instructions;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_places; i++)
    if (budget_cells_have_place(cells, profile, i)) sum += profile->places[i].instructions;
  return sum;
}

/* Returns the simulated time of the stages. The time of a stage contains that of the stages inside it. */
static uint64_t sum_cycles(const Profile *profile, const BudgetCells *cells) {
  if (cells->stages == NULL) return profile->totals.cycles;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_stages; i++)
    if (cells->stages[i + 1] && !cells->stages[profile->stages[i].outer]) sum += profile->stages[i].cycles;
  return sum;
}

double budget_amount_of(const Profile *profile, const Budget *budget, const ProfileCounts *counts) {
  if (!is_metric(budget)) return (double)profile_counts_misses(counts);
  if (budget->cause == NULL) return (double)view_metric_of((ViewMetric)budget->amount, counts);
  if (budget->amount == (BudgetAmount)VIEW_METRIC_MISSES)
    return (double)view_metric_of((ViewMetric)budget->cause->value, counts);
  const AnalysisLatencies latencies = analysis_stall_latencies(profile);
  const AnalysisStall stall = analysis_stall_split(&latencies, counts);
  return round(budget_word_stall(budget->cause, &stall));
}

/* Returns the count that the budget limits, summed over the cells. Sets *whole to the count of which a budget can be a
 * share. */
static long double count_of(const Profile *profile, const Budget *budget, const BudgetCells *cells,
                            long double *whole) {
  const ProfileCounts counts = sum_counts(profile, cells);
  *whole = profile->totals.instructions;
  if (budget->amount == BUDGET_AMOUNT_CYCLES) return sum_cycles(profile, cells);
  if (budget->amount == BUDGET_AMOUNT_INSTRUCTIONS) return sum_instructions(profile, cells);
  if (budget->amount == BUDGET_AMOUNT_RATE) {
    *whole = profile_counts_references(&counts);
    return profile_counts_misses(&counts);
  }
  if (budget->amount == BUDGET_AMOUNT_MPKI) return profile_counts_mpki(&counts, sum_instructions(profile, cells));
  *whole = view_metric_of((ViewMetric)budget->amount, &profile->totals.counts);
  if (budget->cause != NULL) return budget_amount_of(profile, budget, &counts);
  return view_metric_of((ViewMetric)budget->amount, &counts);
}

/* ---- confidence intervals ---- */

/* Returns half the width of the confidence interval of the amount in a sampled run. If no sample contains the event,
 * the width is unknown, because the event can be rare. */
static double half_of(const Profile *profile, const Budget *budget, const BudgetCells *cells) {
  uint64_t values[PROFILE_BATCHES] = {0};
  if (!is_metric(budget) || budget->cause != NULL) return VIEW_ESTIMATE_UNKNOWN;
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    if (!budget_cells_have(cells, profile, cell->place, cell->bin)) continue;
    if (!view_estimate_add_values(values, profile, cell, (ViewMetric)budget->amount)) return VIEW_ESTIMATE_UNKNOWN;
  }
  uint64_t seen = 0;
  for (unsigned b = 0; b < PROFILE_BATCHES; b++) seen |= values[b];
  if (seen == 0) return VIEW_ESTIMATE_UNKNOWN;
  const ViewBatchSums totals = view_estimate_totals(profile);
  const uint64_t *whole = view_estimate_values(&totals, (ViewMetric)budget->amount);
  if (!budget->share) return view_estimate_half(profile, values);
  const double half = view_estimate_half_share(profile, values, whole);
  return half < 0 ? half : 100 * half;
}

bool budget_amount(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells, BudgetValue *value,
                   GError **error) {
  const Profile *run = profile->open.profile;
  if (!check_known(run, budget, error)) return false;
  long double whole;
  value->value = count_of(run, budget, cells, &whole);
  if (budget_is_percent(budget)) value->value = whole > 0 ? 100 * value->value / whole : 0;
  value->half = run->sampled ? half_of(run, budget, cells) : 0;
  return true;
}
