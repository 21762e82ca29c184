/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_finding.h: finds the advice for an exceeded budget, which is the finding about the cells of the budget. */
#pragma once

#include "ui/budgets/budget_amount.h"

/* The texts of a finding, escaped for printing. */
typedef struct {
  char *place;   /* cell with the greatest part of the amount, such as "a.c:12 in main, on double *.x"; NULL: none */
  char *rule;    /* identifier of the finding's rule, such as "false-sharing". This and the following fields are NULL if
                    there is no finding */
  char *title;   /* title of the finding, such as "False sharing" */
  char *finding; /* the observation, as sentences */
  char *remedy;  /* the change, as sentences */
  char *snippet; /* the change as program text, in lines; NULL: none */
} BudgetFinding;

/* Finds the advice for a budget and its cells. For a budget of stages, it finds only the place. The caller clears *finding with budget_finding_clear(). */
void budget_finding(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells,
                    BudgetFinding *finding);
void budget_finding_clear(BudgetFinding *finding);
