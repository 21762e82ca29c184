/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_report.h: verdicts as text, Markdown and JUnit XML. */
#pragma once

#include "ui/budgets/ui_budget_judge.h"
#include "ui/screens/ui_screen.h"

/* A run that was compared with the budgets. */
typedef struct {
  char *title;        /* its profile; raw */
  GPtrArray *results; /* UiBudgetResult *, of ui_budget_judge() */
} UiBudgetRun;

typedef struct {
  const UiBudgetFile *file;
  GPtrArray *runs; /* UiBudgetRun * */
} UiBudgetReport;

/* A report without runs; the file must outlive it. The caller frees it with ui_budget_report_free(). */
UiBudgetReport *ui_budget_report_new(const UiBudgetFile *file);

/* Adds the results of a run, which belong to the report then. */
void ui_budget_report_add(UiBudgetReport *report, const char *title, GPtrArray *results);
void ui_budget_report_free(UiBudgetReport *report);

/* How many budgets have that verdict, in a run and in all runs. */
guint ui_budget_run_count(const UiBudgetRun *run, UiVerdict verdict);
guint ui_budget_report_count(const UiBudgetReport *report, UiVerdict verdict);

/* Appends "3 budgets: 1 passed, 2 exceeded". */
void ui_budget_append_summary(GString *out, const UiBudgetReport *report);

/* Appends the value of a result that is known, and the limit where that is a baseline's: "16482; the limit is 15000".
 */
void ui_budget_append_amounts(GString *out, const UiBudgetResult *result);

/* Appends a report. `screen` is what text is printed on. */
typedef void UiBudgetFormat(const UiScreen *screen, const UiBudgetReport *report, GString *out);
UiBudgetFormat ui_budget_text, ui_budget_markdown, ui_budget_junit;
