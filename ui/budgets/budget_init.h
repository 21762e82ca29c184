/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_init.h: creates an initial budget file, whose limits are the amounts of a run. */
#pragma once

#include "ui/budgets/budget_profile.h"

/* Appends budgets that the profile called `name` meets, and that other runs meet independently of environment, folder
 * and user: communication between processors, and the greatest cells of the program's own code and data; also totals,
 * if the run started collecting later. Returns false and sets *error if the profile has only estimates without
 * intervals. */
bool budget_init(const BudgetProfile *profile, const char *name, GString *out, GError **error);
