/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_profile.h: a profile that budgets are compared with, and what its code and data are called there.
 *
 * Names are those of the profile: what users have renamed or combined on one computer means nothing on another. */
#pragma once

#include "ui/budgets/ui_budget_file.h"
#include "ui/names/ui_level_names.h"
#include "ui/names/ui_open.h"

typedef struct {
  char *title; /* what it is called: file or label */
  UiOpen open;
  UiLevelNames *level_names;
  UiView *views[UI_LEVELS]; /* by UiLevel: the view with all data at that level */
} UiBudgetProfile;

/* Reads the profile in file `path`. Returns NULL and sets *error when it cannot be read. The caller frees it with
 * ui_budget_profile_free(). */
UiBudgetProfile *ui_budget_profile_load(const char *path, const char *title, bool debug_info, GError **error);

/* Frees a profile; NULL is allowed. */
void ui_budget_profile_free(UiBudgetProfile *profile);

/* Cells of a profile: those in these segments, on these bins. */
typedef struct {
  bool *in[UI_AXES]; /* by number of segment and of bin; NULL: all */
} UiBudgetCells;

/* Finds the cells that a budget is about. Data are looked for at each level, by type first: the first one at which
 * there is such a name is meant. Returns false and sets *error, with the nearest name, when a name names nothing and
 * has to. The caller ends with ui_budget_cells_clear() if it returned true. */
bool ui_budget_cells_find(const UiBudgetProfile *profile, const UiBudget *budget, UiBudgetCells *cells, GError **error);
void ui_budget_cells_clear(UiBudgetCells *cells);

/* Is the cell of a place and a bin among them? */
bool ui_budget_cells_have(const UiBudgetCells *cells, const UiProfile *profile, uint32_t place, uint32_t bin);
