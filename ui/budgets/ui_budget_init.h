/* ui_budget_init.h: a file of budgets to begin with: what a run takes now is what it may take.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_BUDGETS_INIT_H
#define UI_BUDGETS_INIT_H

#include "ui/budgets/ui_budget_profile.h"

/* Appends budgets that the profile keeps to: its totals, and the greatest cells in the program's own code. */
void ui_budget_init(const UiBudgetProfile *profile, GString *out);

#endif
