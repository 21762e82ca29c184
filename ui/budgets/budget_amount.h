/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_amount.h: measures the amount of a budget in a run. */
#pragma once

#include "ui/budgets/budget_profile.h"
#include "ui/view/view_estimate.h"

/* Numbers are long double: on amd64 it represents each count exactly. */
typedef struct {
  long double value; /* a whole number, or a percentage */
  double half;       /* half the width of the confidence interval; 0: exact; VIEW_ESTIMATE_UNKNOWN: an estimate without
                        one */
} BudgetValue;

/* Sets *value to the amount of a budget in a profile, for cells found by budget_cells_find(). Returns false and sets
 * *error if the profile does not have it. */
bool budget_amount(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells, BudgetValue *value,
                   GError **error);

/* Returns the amount of a budget in the counts of cells: references or cycles. Not for amounts of instructions and
 * cycles. */
double budget_amount_of(const Profile *profile, const Budget *budget, const ProfileCounts *counts);
