/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_profile.h: a profile that is compared with budgets, and the names of the profile's code and data.
 *
 * The names are those of the profile. Names and combinations that the user made do not count, because they exist only
 * on one computer. */
#pragma once

#include "ui/budgets/budget_file.h"
#include "ui/names/name_level_names.h"
#include "ui/names/name_open.h"

typedef struct {
  char *title; /* name of the profile's file, or label in the database */
  NameOpen open;
  NameLevelNames *level_names;
  View *views[VIEW_LEVELS]; /* indexed by ViewLevel: a view of the profile with all data at this level */
} BudgetProfile;

/* Reads the profile in the file `path`. Returns NULL and sets *error if it cannot be read. The caller frees the profile
 * with budget_profile_free(). */
BudgetProfile *budget_profile_load(const char *path, const char *title, bool debug_info, GError **error);

/* Frees a profile, or does nothing if it is NULL. */
void budget_profile_free(BudgetProfile *profile);

/* A set of cells of a profile, given by segments, bins and stages. */
typedef struct {
  bool *in[VIEW_AXES]; /* indexed by ViewAxisKind: flags that mark the segments or bins of the set; NULL: all of them
                          belong to the set */
  bool *stages;        /* indexed by ProfilePlace.stage: flags that mark the stages of the set; NULL: all of them */
} BudgetCells;

/* Finds the cells to which a budget applies. Searches the name of the data at each level, beginning with types, and
 * uses the first level that has this name. If a required name does not exist, returns false and sets *error to a
 * message with the nearest name. On success, the caller clears *cells with budget_cells_clear(). */
bool budget_cells_find(const BudgetProfile *profile, const Budget *budget, BudgetCells *cells, GError **error);
void budget_cells_clear(BudgetCells *cells);

/* Returns whether *cells contains all cells of the profile. */
bool budget_cells_are_all(const BudgetCells *cells);

/* Returns whether the code of a place is in the segments and stages of *cells. */
bool budget_cells_have_place(const BudgetCells *cells, const Profile *profile, uint32_t place);

/* Returns whether the cell of a place and a bin belongs to *cells. */
bool budget_cells_have(const BudgetCells *cells, const Profile *profile, uint32_t place, uint32_t bin);
