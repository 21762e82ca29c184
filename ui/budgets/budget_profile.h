/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_profile.h: a profile that budgets are compared with, and the names of its code and data.
 *
 * Names are those of the profile, without the user's names and combinations, which apply to one computer only. */
#pragma once

#include "ui/budgets/budget_file.h"
#include "ui/names/name_level_names.h"
#include "ui/names/name_open.h"

typedef struct {
  char *title; /* file or label */
  NameOpen open;
  NameLevelNames *level_names;
  View *views[VIEW_LEVELS]; /* by ViewLevel: the view with all data at that level */
} BudgetProfile;

/* Reads the profile in file `path`. Returns NULL and sets *error if it cannot be read. The caller frees it with
 * budget_profile_free(). */
BudgetProfile *budget_profile_load(const char *path, const char *title, bool debug_info, GError **error);

/* Frees a profile; NULL is allowed. */
void budget_profile_free(BudgetProfile *profile);

/* The cells of a profile in certain segments and on certain bins. */
typedef struct {
  bool *in[VIEW_AXES]; /* by number of segment and of bin; NULL: all */
} BudgetCells;

/* Sets *cells to the cells of a budget. Searches data names at each level, from types on, and uses the first level that
 * has such a name. Returns false and sets *error, with the nearest name, if a required name does not exist. On success
 * the caller clears *cells with budget_cells_clear(). */
bool budget_cells_find(const BudgetProfile *profile, const Budget *budget, BudgetCells *cells, GError **error);
void budget_cells_clear(BudgetCells *cells);

/* Returns whether the cell of a place and a bin is in *cells. */
bool budget_cells_have(const BudgetCells *cells, const Profile *profile, uint32_t place, uint32_t bin);
