/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_own.h: identifies the program's own code and data, without the dynamic linker's and the start-up code's,
 * whose work depends on the environment, the path of the program, and the user. */
#pragma once

#include <stdbool.h>

#include "ui/model/ui_view.h"

typedef struct UiBudgetOwn UiBudgetOwn;

/* Analyses the cells of a profile, which must outlive the result. The caller frees it with ui_budget_own_free(). */
UiBudgetOwn *ui_budget_own_new(const UiProfile *profile);
void ui_budget_own_free(UiBudgetOwn *own);

/* Returns whether the code consists of named functions of the program that run after the start of main(). */
bool ui_budget_own_code(const UiBudgetOwn *own, const UiItem *code);

/* Returns whether the data are variables or blocks that no code accesses before main(). Stacks are not: start-up code
 * has used their lines. */
bool ui_budget_own_data(const UiBudgetOwn *own, const UiItem *data);
