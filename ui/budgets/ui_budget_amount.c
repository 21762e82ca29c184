/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/ui_budget_amount.h"

#include <math.h>

static bool is_metric(const UiBudget *budget) { return budget->amount < (UiAmount)UI_METRICS; }

/* ---- amounts missing in a profile ---- */

static bool check_known(const UiProfile *profile, const UiBudget *budget, GError **error) {
  const UiCounts *totals = &profile->totals.counts;
  if (profile->of_samples &&
      (!is_metric(budget) || budget->cause != NULL || (UiMetric)budget->amount != UI_METRIC_MISSES)) {
    g_set_error_literal(error, UI_BUDGET_ERROR, 0, "the profile is made of samples, and has misses only");
    return false;
  }
  if (!is_metric(budget)) return true;
  const UiMetric metric = (UiMetric)(budget->cause != NULL ? budget->cause->value : (int)budget->amount);
  const coh_sum sum = coh_sum_of(ui_metric_count(metric));
  const char *reason = NULL;
  if (sum == COH_SUM_REPLACEMENTS && totals->replacement > 0 && totals->capacity + totals->conflict == 0)
    reason = "the run did not tell capacity from conflict misses";
  else if (sum == COH_SUM_SERVERS && ui_counts_misses(totals) > 0 && ui_counts_served(totals) == 0)
    reason = "the profile does not tell what served its misses";
  if (reason != NULL) g_set_error_literal(error, UI_BUDGET_ERROR, 0, reason);
  return reason == NULL;
}

/* ---- sums ---- */

/* Returns the sum of the cells. It cannot overflow, since the totals did not. */
static UiCounts sum_counts(const UiProfile *profile, const UiBudgetCells *cells) {
  if (cells->in[UI_CODE] == NULL && cells->in[UI_DATA] == NULL) return profile->totals.counts;
  UiCounts sum = {0};
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    if (ui_budget_cells_have(cells, profile, cell->place, cell->bin)) ui_counts_add(&sum, &cell->counts);
  }
  return sum;
}

static uint64_t sum_instructions(const UiProfile *profile, const UiBudgetCells *cells) {
  if (cells->in[UI_CODE] == NULL) return profile->totals.instructions;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_places; i++)
    if (cells->in[UI_CODE][profile->places[i].segment]) sum += profile->places[i].instructions;
  return sum;
}

double ui_budget_amount_of(const UiProfile *profile, const UiBudget *budget, const UiCounts *counts) {
  if (!is_metric(budget)) return (double)ui_counts_misses(counts);
  if (budget->cause == NULL) return (double)ui_metric_of((UiMetric)budget->amount, counts);
  if (budget->amount == (UiAmount)UI_METRIC_MISSES) return (double)ui_metric_of((UiMetric)budget->cause->value, counts);
  const UiLatencies latencies = ui_stall_latencies(profile);
  const UiStall stall = ui_stall_split(&latencies, counts);
  return round(ui_budget_word_stall(budget->cause, &stall));
}

/* Returns the budget's count in the cells, and sets *whole to the count of which it is a share. */
static long double count_of(const UiProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                            long double *whole) {
  const UiCounts counts = sum_counts(profile, cells);
  *whole = profile->totals.instructions;
  if (budget->amount == UI_AMOUNT_CYCLES) return profile->totals.cycles;
  if (budget->amount == UI_AMOUNT_INSTRUCTIONS) return sum_instructions(profile, cells);
  if (budget->amount == UI_AMOUNT_RATE) {
    *whole = ui_counts_references(&counts);
    return ui_counts_misses(&counts);
  }
  *whole = ui_metric_of((UiMetric)budget->amount, &profile->totals.counts);
  if (budget->cause != NULL) return ui_budget_amount_of(profile, budget, &counts);
  return ui_metric_of((UiMetric)budget->amount, &counts);
}

/* ---- samples ---- */

/* Returns half the width of the interval of the amount in a sampled run; unknown if no sample has the event: it can be
 * rare. */
static double half_of(const UiProfile *profile, const UiBudget *budget, const UiBudgetCells *cells) {
  uint64_t values[UI_BATCHES] = {0};
  if (!is_metric(budget) || budget->cause != NULL) return UI_ESTIMATE_UNKNOWN;
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const UiBatchCell *cell = &profile->batch_cells[i];
    if (!ui_budget_cells_have(cells, profile, cell->place, cell->bin)) continue;
    if (!ui_estimate_add_values(values, profile, cell, (UiMetric)budget->amount)) return UI_ESTIMATE_UNKNOWN;
  }
  uint64_t seen = 0;
  for (unsigned b = 0; b < UI_BATCHES; b++) seen |= values[b];
  if (seen == 0) return UI_ESTIMATE_UNKNOWN;
  const UiBatchSums totals = ui_estimate_totals(profile);
  const uint64_t *whole = ui_estimate_values(&totals, (UiMetric)budget->amount);
  if (!budget->share) return ui_estimate_half(profile, values);
  const double half = ui_estimate_half_share(profile, values, whole);
  return half < 0 ? half : 100 * half;
}

bool ui_budget_amount(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                      UiBudgetValue *value, GError **error) {
  const UiProfile *run = profile->open.profile;
  if (!check_known(run, budget, error)) return false;
  long double whole;
  value->value = count_of(run, budget, cells, &whole);
  if (ui_budget_is_percent(budget)) value->value = whole > 0 ? 100 * value->value / whole : 0;
  value->half = run->sampled ? half_of(run, budget, cells) : 0;
  return true;
}
