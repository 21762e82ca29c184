/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_finding.h: why a budget was exceeded, and what one would do about it: the tool's finding of those cells. */
#pragma once

#include "ui/budgets/ui_budget_amount.h"

/* Texts fit to print. */
typedef struct {
  char *place;   /* where most of it is: "a.c:12 in main, on double *.x"; NULL: nowhere */
  char *rule;    /* the finding's word for programs: "false-sharing"; NULL: there is no finding about it, and no: */
  char *title;   /* "False sharing" */
  char *finding; /* what is so: sentences */
  char *remedy;  /* what one would do: sentences */
  char *snippet; /* program text, in lines; NULL: none */
} UiBudgetFinding;

/* What there is to say of a budget and its cells. The caller ends with ui_budget_finding_clear(). */
void ui_budget_finding(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                       UiBudgetFinding *finding);
void ui_budget_finding_clear(UiBudgetFinding *finding);
