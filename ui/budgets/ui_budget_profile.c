/* SPDX-License-Identifier: GPL-2.0-or-later */
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

/* Returns the members that a selector names on an axis of a view, by number; NULL with *error set: none. */
static bool *find_members(const UiView *view, UiAxisKind axis, const char *selector, GError **error) {
  UiSelection selection;
  if (!ui_select_exactly(view, axis, selector, &selection, error)) return NULL;
  const uint32_t n = view->axes[axis].n_members;
  bool *members = g_new0(bool, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) members[i] = selection.picked[view->axes[axis].rank_of[i]];
  ui_selection_clear(&selection);
  return members;
}

/* Returns the bins of the item with exactly that name on a view, by number; NULL: none. */
static bool *find_item(const UiView *view, const char *name) {
  for (uint32_t rank = 0; rank < ui_view_size(view, UI_DATA); rank++) {
    const UiItem *item = ui_view_item(view, UI_DATA, rank);
    if (strcmp(item->name, name) != 0) continue;
    bool *members = g_new0(bool, MAX(view->axes[UI_DATA].n_members, 1));
    for (guint i = 0; i < item->members->len; i++) members[g_array_index(item->members, uint32_t, i)] = true;
    return members;
  }
  return NULL;
}

/* Returns false and sets *error if a name without wildcards belongs to several variables. */
static bool check_unambiguous(const UiView *view, const char *selector, const bool *members, GError **error) {
  g_autoptr(GString) names = g_string_new(NULL);
  unsigned n = 0;
  if (strpbrk(selector, "*?,") != NULL) return true;
  for (uint32_t i = 0; i < view->profile->n_bins; i++) {
    const char *kind = view->profile->bins[i].kind;
    if (!members[i] || (strcmp(kind, "static") != 0 && strcmp(kind, "tls") != 0)) continue;
    g_autofree char *name = ui_text_escaped(view->labels[UI_DATA].names[i]);
    g_string_append_printf(names, "%s'%s'", n++ != 0 ? ", " : "", name);
  }
  if (n > 1) g_set_error(error, UI_BUDGET_ERROR, 0, "%u variables are called '%s': %s", n, selector, names->str);
  return n <= 1;
}

/* As find_members(), for data. Tries, in this order: the item of that name at the coarsest level; call paths and
 * variables with another matching name, or a matching pattern; groups of them with a matching name. */
static bool *find_data(const UiBudgetProfile *profile, const char *selector, GError **error) {
  static const UiLevel wider[] = {UI_LEVEL_VARIABLE, UI_LEVEL_TYPE, UI_LEVEL_BLOCK};
  const UiView *paths = profile->views[UI_LEVEL_PATH];
  bool *members = NULL;
  for (unsigned level = 0; level < UI_LEVELS && members == NULL; level++)
    members = find_item(profile->views[level], selector);
  if (members != NULL) return members;
  members = find_members(paths, UI_DATA, selector, error);
  if (members != NULL) {
    if (check_unambiguous(paths, selector, members, error)) return members;
    g_free(members);
    return NULL;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(wider); i++) {
    members = find_members(profile->views[wider[i]], UI_DATA, selector, NULL);
    if (members == NULL) continue;
    g_clear_error(error);
    return members;
  }
  return NULL;
}

static bool find_axis(const UiBudgetProfile *profile, UiAxisKind axis, const UiBudgetNames *names, UiBudgetCells *cells,
                      GError **error) {
  if (names->name == NULL || strcmp(names->name, "*") == 0) return true;
  /* Files have names in UTF-8, views in this terminal's characters. */
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
