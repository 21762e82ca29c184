/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_finding.h: the advice for an exceeded budget: the finding about its cells. */
#pragma once

#include "ui/budgets/budget_amount.h"

/* Texts, escaped for printing. */
typedef struct {
  char *place;   /* the cell with the greatest part: "a.c:12 in main, on double *.x"; NULL: none */
  char *rule;    /* identifier of the finding's rule: "false-sharing"; NULL here and below: none */
  char *title;   /* "False sharing" */
  char *finding; /* the observation: sentences */
  char *remedy;  /* what to change: sentences */
  char *snippet; /* program text, in lines; NULL: none */
} BudgetFinding;

/* Sets *finding for a budget and its cells. The caller clears it with budget_finding_clear(). */
void budget_finding(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells,
                    BudgetFinding *finding);
void budget_finding_clear(BudgetFinding *finding);
