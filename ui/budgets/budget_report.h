/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_report.h: verdicts as text, Markdown and JUnit XML. */
#pragma once

#include "ui/budgets/budget_judge.h"
#include "ui/screens/screen.h"

/* A run compared with the budgets. */
typedef struct {
  char *title;        /* the run's profile; raw */
  GPtrArray *results; /* BudgetResult *, from budget_judge() */
} BudgetRun;

typedef struct {
  const BudgetFile *file;
  GPtrArray *runs; /* BudgetRun * */
} BudgetReport;

/* Returns a report without runs; the file must outlive it. The caller frees it with budget_report_free(). */
BudgetReport *budget_report_new(const BudgetFile *file);

/* Adds the results of a run. Takes `results`. */
void budget_report_add(BudgetReport *report, const char *title, GPtrArray *results);
void budget_report_free(BudgetReport *report);

/* Return the number of budgets with that verdict, in a run and in all runs. */
guint budget_run_count(const BudgetRun *run, BudgetVerdict verdict);
guint budget_report_count(const BudgetReport *report, BudgetVerdict verdict);

/* Appends "3 budgets: 1 passed, 2 exceeded". */
void budget_append_summary(GString *out, const BudgetReport *report);

/* Appends the value of a result, which must be known, and the limit if it depends on a baseline: "16482; the limit is
 * 15000". */
void budget_append_amounts(GString *out, const BudgetResult *result);

/* Appends a report. `screen`: the output device of text. */
typedef void BudgetFormat(const Screen *screen, const BudgetReport *report, GString *out);
BudgetFormat budget_text, budget_markdown, budget_junit;
