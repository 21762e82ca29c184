/* ui_budget_init.h: a file of budgets to begin with: what a run takes now is what it may take.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_BUDGETS_INIT_H
#define UI_BUDGETS_INIT_H

#include "ui/budgets/ui_budget_profile.h"

/* Appends budgets that the profile of that name keeps to: its totals, and the greatest cells in the program's own code.
 * False: *error; it has only estimates of which nobody knows how far they are off. */
bool ui_budget_init(const UiBudgetProfile *profile, const char *name, GString *out, GError **error);

#endif
