/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_judge.h: decides whether runs meet their budgets. */
#pragma once

#include "ui/budgets/ui_budget_finding.h"

typedef enum { UI_VERDICT_PASSED, UI_VERDICT_EXCEEDED, UI_VERDICT_UNKNOWN, UI_VERDICTS } UiVerdict;

/* Returns "passed", "exceeded" or "cannot tell". */
const char *ui_verdict_name(UiVerdict verdict);

typedef struct {
  const UiBudget *budget;
  UiVerdict verdict;
  char *why;           /* reason for UI_VERDICT_UNKNOWN: a clause, escaped for printing; else NULL */
  bool known;          /* value and limit are valid */
  UiBudgetValue value; /* the run's amount */
  UiBudgetValue limit;
  bool sampled;            /* the value is an estimate */
  UiBudgetFinding finding; /* for an exceeded upper limit; else empty */
} UiBudgetResult;

/* Compares the budgets of a file with a run. `baseline` is required if a budget compares with one. Returns a
 * GPtrArray of UiBudgetResult *, owned by the caller; the file must outlive it. */
GPtrArray *ui_budget_judge(const UiBudgetFile *file, const UiBudgetProfile *profile, const UiBudgetProfile *baseline);

/* Appends a value or limit of a budget: all digits of an exact number, else the estimate. */
void ui_budget_append_value(GString *out, const UiBudget *budget, const UiBudgetValue *value, bool sampled);
