/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_init.h: a file of budgets to begin with: what a run takes now is what it may take. */
#pragma once

#include "ui/budgets/ui_budget_profile.h"

/* Appends budgets that the profile of that name keeps to, and that another run keeps to in another environment, folder
 * or as another user: what happens between processors, and the greatest cells of the program's own code and data; of a
 * run that begins to collect later, the totals as well. False: *error; the profile has only estimates without an
 * interval. */
bool ui_budget_init(const UiBudgetProfile *profile, const char *name, GString *out, GError **error);
