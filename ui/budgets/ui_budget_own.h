/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_own.h: which code and data of a run are the program's own, and not the dynamic linker's or the start-up
 * code's, whose work depends on the environment, on the path of the program, and on the user. */
#pragma once

#include <stdbool.h>

#include "ui/model/ui_view.h"

typedef struct UiBudgetOwn UiBudgetOwn;

/* Looks at the cells of a profile, which must outlive the result. The caller frees it with ui_budget_own_free(). */
UiBudgetOwn *ui_budget_own_new(const UiProfile *profile);
void ui_budget_own_free(UiBudgetOwn *own);

/* Whether code of a view is named functions of the program that run after main() has begun. */
bool ui_budget_own_code(const UiBudgetOwn *own, const UiItem *code);

/* Whether data of a view are variables or blocks that no code touches before main() begins. Stacks are not: their lines
 * have been used before. */
bool ui_budget_own_data(const UiBudgetOwn *own, const UiItem *data);
