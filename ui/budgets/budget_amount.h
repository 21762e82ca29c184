/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_amount.h: measures the amount that a budget limits, in a profile. */
#pragma once

#include "ui/budgets/budget_profile.h"
#include "ui/view/view_estimate.h"

/* A measured amount. The value is a long double, which can represent each count exactly on amd64. */
typedef struct {
  long double value; /* the amount as a whole number, or as a percentage */
  double half;       /* half the width of the confidence interval; 0: the value is exact; VIEW_ESTIMATE_UNKNOWN: the
                        value is an estimate without an interval */
} BudgetValue;

/* Sets *value to the amount that the budget limits. `cells` are the cells that budget_cells_find() has found in the
 * profile. Returns false and sets *error if the profile does not contain the amount. */
bool budget_amount(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells, BudgetValue *value,
                   GError **error);

/* Returns the amount that the budget limits, in references or cycles, for the counts of some cells. The budget must not
 * be one of instructions or of all cycles. */
double budget_amount_of(const Profile *profile, const Budget *budget, const ProfileCounts *counts);
