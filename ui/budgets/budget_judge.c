/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_judge.c: compares budgets with the counts of runs, according to these rules:
 *   - A fully simulated run has exact counts. They meet a limit or exceed it, without a tolerance.
 *   - In a sampled run, or with a sampled baseline, the verdict is unknown if the limit is inside the confidence
 *     interval, or if an estimate has no interval. The two runs are independent. Therefore, the variance of the
 *     difference between their values is the sum of the variances.
 *   - The verdict is unknown if a name in the budget does not exist, unless the budget allows this. */
#include "ui/budgets/budget_judge.h"

#include <math.h>
#include <string.h>

#include "ui/base/ui_text.h"

static const char *const names[BUDGET_VERDICTS] = {
    [BUDGET_VERDICT_PASSED] = "passed",
    [BUDGET_VERDICT_EXCEEDED] = "exceeded",
    [BUDGET_VERDICT_UNKNOWN] = "cannot tell",
};

const char *budget_verdict_name(BudgetVerdict verdict) { return names[verdict]; }

static void free_result(gpointer data) {
  BudgetResult *result = data;
  g_free(result->why);
  budget_finding_clear(&result->finding);
  g_free(result);
}

static bool keeps(BudgetRelation relation, long double value, long double limit) {
  switch (relation) {
    case BUDGET_RELATION_AT_MOST: return value <= limit;
    case BUDGET_RELATION_BELOW: return value < limit;
    case BUDGET_RELATION_EQUAL: return value == limit;
    case BUDGET_RELATION_AT_LEAST: return value >= limit;
    case BUDGET_RELATION_ABOVE: return value > limit;
  }
  return false;
}

/* Returns the value of the number in a budget. `whole` is the base of percentages. The division is the last operation,
 * so that the result is exact if possible. */
static long double number_of(const BudgetNumber *number, long double whole) {
  const BudgetWord *unit = budget_word_of(BUDGET_WORD_UNIT, (int)number->unit);
  const long double digits = (long double)number->digits * (unit != NULL ? (long double)unit->times : 1);
  if (number->unit == BUDGET_UNIT_PERCENT) return whole * digits / (100 * (long double)number->scale);
  return digits / (long double)number->scale;
}

/* Returns the limit of the budget, given the baseline's value *base. */
static BudgetValue limit_of(const Budget *budget, const BudgetValue *base) {
  if (!budget->of_baseline) return (BudgetValue){.value = number_of(&budget->number, 100)};
  if (budget->sign == '\0') return *base;
  const long double more = number_of(&budget->number, base->value);
  const double factor = budget->number.unit == BUDGET_UNIT_PERCENT && base->value > 0 ? (double)(more / base->value)
                                                                                      : 0;
  BudgetValue limit = *base;
  limit.value += budget->sign == '+' ? more : -more;
  if (base->half > 0) limit.half *= budget->sign == '+' ? 1 + factor : fabs(1 - factor);
  return limit;
}

/* Returns the verdict on a value and its limit. Sets *why to the reason if the verdict is unknown; otherwise to
 * NULL. */
static BudgetVerdict decide(const BudgetResult *result, bool sampled, const char **why) {
  const BudgetValue *value = &result->value, *limit = &result->limit;
  *why = NULL;
  if (value->half < 0 || limit->half < 0) {
    *why = "it is an estimate without an interval";
  } else if (sampled) {
    const double half = hypot(value->half, limit->half);
    if (fabsl(value->value - limit->value) <= half) *why = "the limit is within the interval of the estimate";
  }
  if (*why != NULL) return BUDGET_VERDICT_UNKNOWN;
  return keeps(result->budget->relation, value->value, limit->value) ? BUDGET_VERDICT_PASSED : BUDGET_VERDICT_EXCEEDED;
}

/* Finds the cells of a budget in a profile, and measures the amount. Returns false and sets *error if the profile does
 * not contain the amount. */
static bool measure(const BudgetProfile *profile, const Budget *budget, BudgetCells *cells, BudgetValue *value,
                    GError **error) {
  if (!budget_cells_find(profile, budget, cells, error)) return false;
  if (budget_amount(profile, budget, cells, value, error)) return true;
  budget_cells_clear(cells);
  return false;
}

/* As measure(), but for the baseline. Sets *base to 0 if the budget does not depend on a baseline. */
static bool measure_baseline(const BudgetProfile *baseline, const Budget *budget, BudgetValue *base, GError **error) {
  *base = (BudgetValue){.value = 0};
  if (!budget->of_baseline) return true;
  BudgetCells cells;
  GError *failure = NULL;
  if (!measure(baseline, budget, &cells, base, &failure)) {
    g_propagate_prefixed_error(error, failure, "in the baseline: ");
    return false;
  }
  budget_cells_clear(&cells);
  return true;
}

static bool is_upper(BudgetRelation relation) {
  return relation == BUDGET_RELATION_AT_MOST || relation == BUDGET_RELATION_BELOW || relation == BUDGET_RELATION_EQUAL;
}

static BudgetResult *judge(const Budget *budget, const BudgetProfile *profile, const BudgetProfile *baseline) {
  BudgetResult *result = g_new0(BudgetResult, 1);
  *result = (BudgetResult){.budget = budget,
                           .verdict = BUDGET_VERDICT_UNKNOWN,
                           .sampled = profile->open.profile->sampled};
  BudgetCells cells;
  BudgetValue base;
  GError *error = NULL;
  if (!measure(profile, budget, &cells, &result->value, &error)) {
    result->why = g_strdup(error->message);
    g_error_free(error);
    return result;
  }
  if (!measure_baseline(baseline, budget, &base, &error)) {
    result->why = g_strdup(error->message);
    g_error_free(error);
    budget_cells_clear(&cells);
    return result;
  }
  result->known = true;
  result->limit = limit_of(budget, &base);
  const char *why;
  result->verdict = decide(result, result->sampled || (budget->of_baseline && baseline->open.profile->sampled), &why);
  result->why = g_strdup(why);
  if (result->verdict == BUDGET_VERDICT_EXCEEDED && is_upper(budget->relation) &&
      result->value.value > result->limit.value)
    budget_finding(profile, budget, &cells, &result->finding);
  budget_cells_clear(&cells);
  return result;
}

GPtrArray *budget_judge(const BudgetFile *file, const BudgetProfile *profile, const BudgetProfile *baseline) {
  GPtrArray *results = g_ptr_array_new_with_free_func(free_result);
  for (guint i = 0; i < file->budgets->len; i++)
    g_ptr_array_add(results, judge(g_ptr_array_index(file->budgets, i), profile, baseline));
  return results;
}

void budget_append_value(GString *out, const Budget *budget, const BudgetValue *value, bool sampled) {
  const bool percent = budget_is_percent(budget);
  if (sampled && percent) return view_estimate_append_percent(out, (double)value->value, value->half);
  if (sampled && value->half < 0) return view_estimate_append_count(out, true, (double)value->value);
  if (sampled) {
    ui_text_append_count(out, (double)value->value);
    g_string_append(out, view_estimate_sign());
    return ui_text_append_count_like(out, value->half, (double)value->value);
  }
  g_autofree char *digits = g_strdup_printf("%.4Lf", value->value);
  for (char *end = digits + strlen(digits) - 1; *end == '0' || *end == '.'; end--) {
    const bool point = *end == '.';
    *end = '\0';
    if (point) break;
  }
  g_string_append_printf(out, "%s%s", digits, percent ? "%" : "");
}
