/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_own.h: identifies the program's own code and data. Those of the dynamic linker and of start-up code are not
 * its own, because their work depends on the environment, the path of the program, and the user. */
#pragma once

#include <stdbool.h>

#include "ui/view/view.h"

typedef struct BudgetOwn BudgetOwn;

/* Analyses the cells of a profile. The profile must outlive the result, which the caller frees with
 * budget_own_free(). */
BudgetOwn *budget_own_new(const Profile *profile);
void budget_own_free(BudgetOwn *own);

/* Returns whether the code is the program's own: it consists only of named functions that run after the start of
 * main(). */
bool budget_own_code(const BudgetOwn *own, const ViewItem *code);

/* Returns whether the data are the program's own: variables or heap blocks that no code accesses before main(). Stacks
 * do not count, because start-up code has used their cache lines. */
bool budget_own_data(const BudgetOwn *own, const ViewItem *data);
