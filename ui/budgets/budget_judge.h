/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_judge.h: decides whether runs meet their budgets. */
#pragma once

#include "ui/budgets/budget_finding.h"

typedef enum { BUDGET_VERDICT_PASSED, BUDGET_VERDICT_EXCEEDED, BUDGET_VERDICT_UNKNOWN, BUDGET_VERDICTS } BudgetVerdict;

/* Returns the name of the verdict: "passed", "exceeded" or "cannot tell". */
const char *budget_verdict_name(BudgetVerdict verdict);

typedef struct {
  const Budget *budget;
  BudgetVerdict verdict;
  char *why;         /* reason for BUDGET_VERDICT_UNKNOWN, as a clause escaped for printing; otherwise NULL */
  bool known;        /* whether `value` and `limit` are valid */
  BudgetValue value; /* the amount in the run that is compared with the limit */
  BudgetValue limit;
  bool sampled;          /* whether the value is an estimate, because the run was sampled */
  BudgetFinding finding; /* the advice if an upper limit is exceeded; otherwise empty */
} BudgetResult;

/* Compares the budgets of a file with a run. `baseline` is required if a budget depends on one. Returns a GPtrArray of
 * BudgetResult *, which the caller owns. The file must outlive the results. */
GPtrArray *budget_judge(const BudgetFile *file, const BudgetProfile *profile, const BudgetProfile *baseline);

/* Appends a value or a limit of a budget. An exact number is written with all digits, and an estimate in readable
 * form. */
void budget_append_value(GString *out, const Budget *budget, const BudgetValue *value, bool sampled);
