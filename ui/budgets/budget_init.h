/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_init.h: creates an initial budget file, whose limits are the values of one profile. */
#pragma once

#include "ui/budgets/budget_profile.h"

/* Appends budgets that the profile called `name` meets, and that should not depend on the environment, the folder and
 * the user. They limit the communication between processors, and the greatest cells of the program's own code and data.
 * They also limit totals if the simulation began later than the start of the program. Returns false and sets *error if
 * the profile contains only estimates without confidence intervals. */
bool budget_init(const BudgetProfile *profile, const char *name, GString *out, GError **error);
