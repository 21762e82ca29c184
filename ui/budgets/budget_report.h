/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_report.h: writes verdicts as text, Markdown or JUnit XML. */
#pragma once

#include "ui/budgets/budget_judge.h"
#include "ui/screens/screen.h"

/* A run that was compared with the budgets, and the results. */
typedef struct {
  char *title;        /* name of the run's profile, not escaped for printing */
  GPtrArray *results; /* BudgetResult *: the results of budget_judge() */
} BudgetRun;

typedef struct {
  const BudgetFile *file;
  GPtrArray *runs; /* BudgetRun * */
} BudgetReport;

/* Returns a report without runs. The file must outlive the report. The caller frees the report with
 * budget_report_free(). */
BudgetReport *budget_report_new(const BudgetFile *file);

/* Adds the results of a run to the report. Takes ownership of `results`. */
void budget_report_add(BudgetReport *report, const char *title, GPtrArray *results);
void budget_report_free(BudgetReport *report);

/* The next two functions return the number of budgets with this verdict, in one run or in all runs. */
guint budget_run_count(const BudgetRun *run, BudgetVerdict verdict);
guint budget_report_count(const BudgetReport *report, BudgetVerdict verdict);

/* Appends a summary such as "3 budgets: 1 passed, 2 exceeded". */
void budget_append_summary(GString *out, const BudgetReport *report);

/* Appends the value of a result, which must be known, and the limit if it depends on a baseline. Example: "16482; the
 * limit is 15000". */
void budget_append_amounts(GString *out, const BudgetResult *result);

/* The type of a function that appends a report. `screen` is the output device for text. */
typedef void BudgetFormat(const Screen *screen, const BudgetReport *report, GString *out);
BudgetFormat budget_text, budget_markdown, budget_junit;
