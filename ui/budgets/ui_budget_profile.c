/* ui_budget_profile.c: see ui_budget_profile.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/budgets/ui_budget_profile.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/model/ui_select.h"

UiBudgetProfile *ui_budget_profile_load(const char *path, const char *title, bool debug_info, GError **error) {
  UiBudgetProfile *profile = g_new0(UiBudgetProfile, 1);
  profile->title = g_strdup(title);
  if (!ui_open(&profile->open, path, debug_info, NULL, error) ||
      !ui_profile_is_whole(profile->open.profile, path, error)) {
    ui_budget_profile_free(profile);
    return NULL;
  }
  profile->level_names = ui_level_names_new(profile->open.profile, profile->open.names);
  for (unsigned level = 0; level < UI_LEVELS; level++) {
    profile->views[level] = ui_view_copy(profile->open.view);
    ui_view_set_levels(profile->views[level], ui_level_names_groups(profile->level_names));
    ui_view_set_level(profile->views[level], NULL, (UiLevel)level);
  }
  return profile;
}

void ui_budget_profile_free(UiBudgetProfile *profile) {
  if (profile == NULL) return;
  for (unsigned level = 0; level < UI_LEVELS; level++)
    if (profile->views[level] != NULL) ui_view_free(profile->views[level]);
  ui_level_names_free(profile->level_names);
  ui_open_close(&profile->open);
  g_free(profile->title);
  g_free(profile);
}

void ui_budget_cells_clear(UiBudgetCells *cells) {
  for (unsigned axis = 0; axis < UI_AXES; axis++) g_clear_pointer(&cells->in[axis], g_free);
}

bool ui_budget_cells_have(const UiBudgetCells *cells, const UiProfile *profile, uint32_t place, uint32_t bin) {
  return (cells->in[UI_CODE] == NULL || cells->in[UI_CODE][profile->places[place].segment]) &&
         (cells->in[UI_DATA] == NULL || cells->in[UI_DATA][bin]);
}

/* The members of an axis that a selector names on a view, by number; NULL and *error set: none. */
static bool *find_members(const UiView *view, UiAxisKind axis, const char *selector, GError **error) {
  UiSelection selection;
  if (!ui_select_exactly(view, axis, selector, &selection, error)) return NULL;
  const uint32_t n = view->axes[axis].n_members;
  bool *members = g_new0(bool, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) members[i] = selection.picked[view->axes[axis].rank_of[i]];
  ui_selection_clear(&selection);
  return members;
}

/* The same, wherever there is such a name; the error has the nearest of call paths, which tell most apart. */
static bool *find_data(const UiBudgetProfile *profile, const char *selector, GError **error) {
  for (unsigned level = 0; level < UI_LEVELS; level++) {
    bool *members = find_members(profile->views[level], UI_DATA, selector, NULL);
    if (members != NULL) return members;
  }
  return find_members(profile->views[UI_LEVEL_PATH], UI_DATA, selector, error);
}

static bool find_axis(const UiBudgetProfile *profile, UiAxisKind axis, const UiBudgetNames *names, UiBudgetCells *cells,
                      GError **error) {
  if (names->name == NULL || strcmp(names->name, "*") == 0) return true;
  /* Files spell names in UTF-8, views as this terminal can show them. */
  g_autofree char *raw = ui_text_unescaped(names->name);
  g_autofree char *selector = ui_text_escaped(raw);
  GError *failure = NULL;
  cells->in[axis] = axis == UI_DATA ? find_data(profile, selector, &failure)
                                    : find_members(profile->views[UI_LEVEL_PATH], axis, selector, &failure);
  if (cells->in[axis] != NULL) return true;
  if (!names->may_be_none) {
    g_propagate_error(error, failure);
    return false;
  }
  g_error_free(failure);
  cells->in[axis] = g_new0(bool, MAX(profile->open.view->axes[axis].n_members, 1));
  return true;
}

bool ui_budget_cells_find(const UiBudgetProfile *profile, const UiBudget *budget, UiBudgetCells *cells,
                          GError **error) {
  *cells = (UiBudgetCells){{NULL}};
  for (unsigned axis = 0; axis < UI_AXES; axis++)
    if (!find_axis(profile, axis, &budget->names[axis], cells, error)) {
      ui_budget_cells_clear(cells);
      return false;
    }
  return true;
}
