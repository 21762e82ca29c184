/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_finding.h: the advice for an exceeded budget: the finding about its cells. */
#pragma once

#include "ui/budgets/ui_budget_amount.h"

/* Texts, escaped for printing. */
typedef struct {
  char *place;   /* the cell with the greatest part: "a.c:12 in main, on double *.x"; NULL: none */
  char *rule;    /* identifier of the finding's rule: "false-sharing"; NULL here and below: none */
  char *title;   /* "False sharing" */
  char *finding; /* the observation: sentences */
  char *remedy;  /* what to change: sentences */
  char *snippet; /* program text, in lines; NULL: none */
} UiBudgetFinding;

/* Sets *finding for a budget and its cells. The caller clears it with ui_budget_finding_clear(). */
void ui_budget_finding(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                       UiBudgetFinding *finding);
void ui_budget_finding_clear(UiBudgetFinding *finding);
