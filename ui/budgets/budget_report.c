/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_report.h"

static void free_run(gpointer data) {
  BudgetRun *run = data;
  g_free(run->title);
  g_ptr_array_unref(run->results);
  g_free(run);
}

BudgetReport *budget_report_new(const BudgetFile *file) {
  BudgetReport *report = g_new(BudgetReport, 1);
  *report = (BudgetReport){.file = file, .runs = g_ptr_array_new_with_free_func(free_run)};
  return report;
}

void budget_report_add(BudgetReport *report, const char *title, GPtrArray *results) {
  BudgetRun *run = g_new(BudgetRun, 1);
  *run = (BudgetRun){.title = g_strdup(title), .results = results};
  g_ptr_array_add(report->runs, run);
}

void budget_report_free(BudgetReport *report) {
  g_ptr_array_unref(report->runs);
  g_free(report);
}

guint budget_run_count(const BudgetRun *run, BudgetVerdict verdict) {
  guint count = 0;
  for (guint i = 0; i < run->results->len; i++)
    count += ((const BudgetResult *)g_ptr_array_index(run->results, i))->verdict == verdict;
  return count;
}

guint budget_report_count(const BudgetReport *report, BudgetVerdict verdict) {
  guint count = 0;
  for (guint i = 0; i < report->runs->len; i++) count += budget_run_count(g_ptr_array_index(report->runs, i), verdict);
  return count;
}

void budget_append_summary(GString *out, const BudgetReport *report) {
  const guint all = report->runs->len * report->file->budgets->len;
  g_string_append_printf(out, "%u budget%s:", all, all == 1 ? "" : "s");
  const char *comma = "";
  for (unsigned verdict = 0; verdict < BUDGET_VERDICTS; verdict++) {
    const guint count = budget_report_count(report, (BudgetVerdict)verdict);
    if (count == 0) continue;
    g_string_append_printf(out, "%s %u %s", comma, count, budget_verdict_name((BudgetVerdict)verdict));
    comma = ",";
  }
}

void budget_append_amounts(GString *out, const BudgetResult *result) {
  budget_append_value(out, result->budget, &result->value, result->sampled);
  if (!result->budget->of_baseline) return;
  g_string_append(out, "; the limit is ");
  budget_append_value(out, result->budget, &result->limit, result->limit.half != 0);
}
