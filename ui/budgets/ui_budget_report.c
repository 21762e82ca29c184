/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/ui_budget_report.h"

static void free_run(gpointer data) {
  UiBudgetRun *run = data;
  g_free(run->title);
  g_ptr_array_unref(run->results);
  g_free(run);
}

UiBudgetReport *ui_budget_report_new(const UiBudgetFile *file) {
  UiBudgetReport *report = g_new(UiBudgetReport, 1);
  *report = (UiBudgetReport){.file = file, .runs = g_ptr_array_new_with_free_func(free_run)};
  return report;
}

void ui_budget_report_add(UiBudgetReport *report, const char *title, GPtrArray *results) {
  UiBudgetRun *run = g_new(UiBudgetRun, 1);
  *run = (UiBudgetRun){.title = g_strdup(title), .results = results};
  g_ptr_array_add(report->runs, run);
}

void ui_budget_report_free(UiBudgetReport *report) {
  g_ptr_array_unref(report->runs);
  g_free(report);
}

guint ui_budget_run_count(const UiBudgetRun *run, UiVerdict verdict) {
  guint count = 0;
  for (guint i = 0; i < run->results->len; i++)
    count += ((const UiBudgetResult *)g_ptr_array_index(run->results, i))->verdict == verdict;
  return count;
}

guint ui_budget_report_count(const UiBudgetReport *report, UiVerdict verdict) {
  guint count = 0;
  for (guint i = 0; i < report->runs->len; i++)
    count += ui_budget_run_count(g_ptr_array_index(report->runs, i), verdict);
  return count;
}

void ui_budget_append_summary(GString *out, const UiBudgetReport *report) {
  const guint all = report->runs->len * report->file->budgets->len;
  g_string_append_printf(out, "%u budget%s:", all, all == 1 ? "" : "s");
  const char *comma = "";
  for (unsigned verdict = 0; verdict < UI_VERDICTS; verdict++) {
    const guint count = ui_budget_report_count(report, (UiVerdict)verdict);
    if (count == 0) continue;
    g_string_append_printf(out, "%s %u %s", comma, count, ui_verdict_name((UiVerdict)verdict));
    comma = ",";
  }
}

void ui_budget_append_amounts(GString *out, const UiBudgetResult *result) {
  ui_budget_append_value(out, result->budget, &result->value, result->sampled);
  if (!result->budget->of_baseline) return;
  g_string_append(out, "; the limit is ");
  ui_budget_append_value(out, result->budget, &result->limit, result->limit.half != 0);
}
