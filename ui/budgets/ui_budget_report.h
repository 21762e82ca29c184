/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_report.h: verdicts as text, Markdown and JUnit XML. */
#pragma once

#include "ui/budgets/ui_budget_judge.h"
#include "ui/screens/ui_screen.h"

/* A run compared with the budgets. */
typedef struct {
  char *title;        /* the run's profile; raw */
  GPtrArray *results; /* UiBudgetResult *, from ui_budget_judge() */
} UiBudgetRun;

typedef struct {
  const UiBudgetFile *file;
  GPtrArray *runs; /* UiBudgetRun * */
} UiBudgetReport;

/* Returns a report without runs; the file must outlive it. The caller frees it with ui_budget_report_free(). */
UiBudgetReport *ui_budget_report_new(const UiBudgetFile *file);

/* Adds the results of a run. Takes `results`. */
void ui_budget_report_add(UiBudgetReport *report, const char *title, GPtrArray *results);
void ui_budget_report_free(UiBudgetReport *report);

/* Return the number of budgets with that verdict, in a run and in all runs. */
guint ui_budget_run_count(const UiBudgetRun *run, UiVerdict verdict);
guint ui_budget_report_count(const UiBudgetReport *report, UiVerdict verdict);

/* Appends "3 budgets: 1 passed, 2 exceeded". */
void ui_budget_append_summary(GString *out, const UiBudgetReport *report);

/* Appends the value of a result, which must be known, and the limit if it depends on a baseline: "16482; the limit is
 * 15000". */
void ui_budget_append_amounts(GString *out, const UiBudgetResult *result);

/* Appends a report. `screen`: the output device of text. */
typedef void UiBudgetFormat(const UiScreen *screen, const UiBudgetReport *report, GString *out);
UiBudgetFormat ui_budget_text, ui_budget_markdown, ui_budget_junit;
