/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_amount.h: measures the amount of a budget in a run. */
#pragma once

#include "ui/budgets/ui_budget_profile.h"
#include "ui/model/ui_estimate.h"

/* Numbers are long double: on amd64 it represents each count exactly. */
typedef struct {
  long double value; /* a whole number, or a percentage */
  double half;       /* half the width of the confidence interval; 0: exact; UI_ESTIMATE_UNKNOWN: an estimate without
                        one */
} UiBudgetValue;

/* Sets *value to the amount of a budget in a profile, for cells found by ui_budget_cells_find(). Returns false and sets
 * *error if the profile does not have it. */
bool ui_budget_amount(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                      UiBudgetValue *value, GError **error);

/* Returns the amount of a budget in the counts of cells: references or cycles. Not for amounts of instructions and
 * cycles. */
double ui_budget_amount_of(const UiProfile *profile, const UiBudget *budget, const UiCounts *counts);
