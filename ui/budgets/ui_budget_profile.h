/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_profile.h: a profile that budgets are compared with, and the names of its code and data.
 *
 * Names are those of the profile, without the user's names and combinations, which apply to one computer only. */
#pragma once

#include "ui/budgets/ui_budget_file.h"
#include "ui/names/ui_level_names.h"
#include "ui/names/ui_open.h"

typedef struct {
  char *title; /* file or label */
  UiOpen open;
  UiLevelNames *level_names;
  UiView *views[UI_LEVELS]; /* by UiLevel: the view with all data at that level */
} UiBudgetProfile;

/* Reads the profile in file `path`. Returns NULL and sets *error if it cannot be read. The caller frees it with
 * ui_budget_profile_free(). */
UiBudgetProfile *ui_budget_profile_load(const char *path, const char *title, bool debug_info, GError **error);

/* Frees a profile; NULL is allowed. */
void ui_budget_profile_free(UiBudgetProfile *profile);

/* The cells of a profile in certain segments and on certain bins. */
typedef struct {
  bool *in[UI_AXES]; /* by number of segment and of bin; NULL: all */
} UiBudgetCells;

/* Sets *cells to the cells of a budget. Searches data names at each level, from types on, and uses the first level that
 * has such a name. Returns false and sets *error, with the nearest name, if a required name does not exist. On success
 * the caller clears *cells with ui_budget_cells_clear(). */
bool ui_budget_cells_find(const UiBudgetProfile *profile, const UiBudget *budget, UiBudgetCells *cells, GError **error);
void ui_budget_cells_clear(UiBudgetCells *cells);

/* Returns whether the cell of a place and a bin is in *cells. */
bool ui_budget_cells_have(const UiBudgetCells *cells, const UiProfile *profile, uint32_t place, uint32_t bin);
