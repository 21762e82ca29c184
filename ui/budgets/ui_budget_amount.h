/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_amount.h: how much a run has of what a budget is about. */
#pragma once

#include "ui/budgets/ui_budget_profile.h"
#include "ui/model/ui_estimate.h"

/* Numbers are long double: on amd64 that holds each count exactly. */
typedef struct {
  long double value; /* a whole number, or a percentage */
  double half;       /* half the width of its interval; 0: it is exact; UI_ESTIMATE_UNKNOWN: an estimate without one */
} UiBudgetValue;

/* The amount of a budget in a profile, of cells that ui_budget_cells_find() found. Returns false and sets *error when
 * the profile does not tell. */
bool ui_budget_amount(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                      UiBudgetValue *value, GError **error);

/* What the counts of cells are of what a budget is about: references or cycles. Not of instructions and of cycles. */
double ui_budget_amount_of(const UiProfile *profile, const UiBudget *budget, const UiCounts *counts);
