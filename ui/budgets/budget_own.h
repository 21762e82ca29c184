/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_own.h: identifies the program's own code and data, without the dynamic linker's and the start-up code's,
 * whose work depends on the environment, the path of the program, and the user. */
#pragma once

#include <stdbool.h>

#include "ui/view/view.h"

typedef struct BudgetOwn BudgetOwn;

/* Analyses the cells of a profile, which must outlive the result. The caller frees it with budget_own_free(). */
BudgetOwn *budget_own_new(const Profile *profile);
void budget_own_free(BudgetOwn *own);

/* Returns whether the code consists of named functions of the program that run after the start of main(). */
bool budget_own_code(const BudgetOwn *own, const ViewItem *code);

/* Returns whether the data are variables or blocks that no code accesses before main(). Stacks are not: start-up code
 * has used their lines. */
bool budget_own_data(const BudgetOwn *own, const ViewItem *data);
