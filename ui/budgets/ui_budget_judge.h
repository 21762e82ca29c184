/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_judge.h: whether runs keep to their budgets. */
#pragma once

#include "ui/budgets/ui_budget_finding.h"

typedef enum { UI_VERDICT_PASSED, UI_VERDICT_EXCEEDED, UI_VERDICT_UNKNOWN, UI_VERDICTS } UiVerdict;

/* "passed", "exceeded", "cannot tell" */
const char *ui_verdict_name(UiVerdict verdict);

typedef struct {
  const UiBudget *budget;
  UiVerdict verdict;
  char *why;           /* the verdict is UI_VERDICT_UNKNOWN: a clause, fit to print; else NULL */
  bool known;          /* value and limit are known, and are: */
  UiBudgetValue value; /* what the run has */
  UiBudgetValue limit;
  bool sampled;            /* the value is an estimate */
  UiBudgetFinding finding; /* about a budget that is exceeded, since it allows no more; else empty */
} UiBudgetResult;

/* Compares the budgets of a file with a run. `baseline` is needed where a budget compares with one. Returns a GPtrArray
 * of UiBudgetResult *, owned by the caller; the file must outlive it. */
GPtrArray *ui_budget_judge(const UiBudgetFile *file, const UiBudgetProfile *profile, const UiBudgetProfile *baseline);

/* Appends a value or limit of a budget: all digits of what is exact, else as an estimate. */
void ui_budget_append_value(GString *out, const UiBudget *budget, const UiBudgetValue *value, bool sampled);
