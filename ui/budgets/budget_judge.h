/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_judge.h: decides whether runs meet their budgets. */
#pragma once

#include "ui/budgets/budget_finding.h"

typedef enum { BUDGET_VERDICT_PASSED, BUDGET_VERDICT_EXCEEDED, BUDGET_VERDICT_UNKNOWN, BUDGET_VERDICTS } BudgetVerdict;

/* Returns "passed", "exceeded" or "cannot tell". */
const char *budget_verdict_name(BudgetVerdict verdict);

typedef struct {
  const Budget *budget;
  BudgetVerdict verdict;
  char *why;         /* reason for BUDGET_VERDICT_UNKNOWN: a clause, escaped for printing; else NULL */
  bool known;        /* value and limit are valid */
  BudgetValue value; /* the run's amount */
  BudgetValue limit;
  bool sampled;          /* the value is an estimate */
  BudgetFinding finding; /* for an exceeded upper limit; else empty */
} BudgetResult;

/* Compares the budgets of a file with a run. `baseline` is required if a budget compares with one. Returns a
 * GPtrArray of BudgetResult *, owned by the caller; the file must outlive it. */
GPtrArray *budget_judge(const BudgetFile *file, const BudgetProfile *profile, const BudgetProfile *baseline);

/* Appends a value or limit of a budget: all digits of an exact number, else the estimate. */
void budget_append_value(GString *out, const Budget *budget, const BudgetValue *value, bool sampled);
