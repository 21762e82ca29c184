/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_profile.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/view/view_select.h"
#include "ui/view/view_stages.h"

BudgetProfile *budget_profile_load(const char *path, const char *title, bool debug_info, GError **error) {
  BudgetProfile *profile = g_new0(BudgetProfile, 1);
  profile->title = g_strdup(title);
  if (!name_open(&profile->open, path, debug_info, NULL, error) ||
      !profile_is_whole(profile->open.profile, path, error)) {
    budget_profile_free(profile);
    return NULL;
  }
  profile->level_names = name_level_names_new(profile->open.profile, profile->open.names);
  for (unsigned level = 0; level < VIEW_LEVELS; level++) {
    profile->views[level] = view_copy(profile->open.view);
    view_set_levels(profile->views[level], name_level_names_groups(profile->level_names));
    view_set_level(profile->views[level], NULL, (ViewLevel)level);
  }
  return profile;
}

void budget_profile_free(BudgetProfile *profile) {
  if (profile == NULL) return;
  for (unsigned level = 0; level < VIEW_LEVELS; level++)
    if (profile->views[level] != NULL) view_free(profile->views[level]);
  name_level_names_free(profile->level_names);
  name_open_close(&profile->open);
  g_free(profile->title);
  g_free(profile);
}

void budget_cells_clear(BudgetCells *cells) {
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_clear_pointer(&cells->in[axis], g_free);
  g_clear_pointer(&cells->stages, g_free);
}

bool budget_cells_are_all(const BudgetCells *cells) {
  return cells->in[VIEW_CODE] == NULL && cells->in[VIEW_DATA] == NULL && cells->stages == NULL;
}

bool budget_cells_have_place(const BudgetCells *cells, const Profile *profile, uint32_t place) {
  const ProfilePlace *at = &profile->places[place];
  return (cells->in[VIEW_CODE] == NULL || cells->in[VIEW_CODE][at->segment]) &&
         (cells->stages == NULL || cells->stages[at->stage]);
}

bool budget_cells_have(const BudgetCells *cells, const Profile *profile, uint32_t place, uint32_t bin) {
  return budget_cells_have_place(cells, profile, place) && (cells->in[VIEW_DATA] == NULL || cells->in[VIEW_DATA][bin]);
}

/* Returns a flag for each member that a selector matches on an axis of a view. Returns NULL and sets *error if it
 * matches nothing. */
static bool *find_members(const View *view, ViewAxisKind axis, const char *selector, GError **error) {
  ViewSelection selection;
  if (!view_select_exactly(view, axis, selector, &selection, error)) return NULL;
  const uint32_t n = view->axes[axis].n_members;
  bool *members = g_new0(bool, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) members[i] = selection.picked[view->axes[axis].rank_of[i]];
  view_selection_clear(&selection);
  return members;
}

/* Returns a flag for each bin of the item with exactly this name in a view; NULL: there is no such item. */
static bool *find_item(const View *view, const char *name) {
  for (uint32_t rank = 0; rank < view_size(view, VIEW_DATA); rank++) {
    const ViewItem *item = view_item(view, VIEW_DATA, rank);
    if (strcmp(item->name, name) != 0) continue;
    bool *members = g_new0(bool, MAX(view->axes[VIEW_DATA].n_members, 1));
    for (guint i = 0; i < item->members->len; i++) members[g_array_index(item->members, uint32_t, i)] = true;
    return members;
  }
  return NULL;
}

/* Returns false and sets *error if a selector without wildcards matches several variables. */
static bool check_unambiguous(const View *view, const char *selector, const bool *members, GError **error) {
  g_autoptr(GString) names = g_string_new(NULL);
  unsigned n = 0;
  if (strpbrk(selector, "*?,") != NULL) return true;
  for (uint32_t i = 0; i < view->profile->n_bins; i++) {
    const char *kind = view->profile->bins[i].kind;
    if (!members[i] || (strcmp(kind, "static") != 0 && strcmp(kind, "tls") != 0)) continue;
    g_autofree char *name = ui_text_escaped(view->labels[VIEW_DATA].names[i]);
    g_string_append_printf(names, "%s'%s'", n++ != 0 ? ", " : "", name);
  }
  if (n > 1) g_set_error(error, BUDGET_ERROR, 0, "%u variables are called '%s': %s", n, selector, names->str);
  return n <= 1;
}

/* As find_members(), but for data at all levels. It first tries the item with exactly this name, from the coarsest
 * level on. Then it tries call paths and variables that match the selector in another way, for example as a pattern.
 * Finally, it tries groups of call paths and variables that match the selector. */
static bool *find_data(const BudgetProfile *profile, const char *selector, GError **error) {
  static const ViewLevel wider[] = {VIEW_LEVEL_VARIABLE, VIEW_LEVEL_TYPE, VIEW_LEVEL_BLOCK};
  const View *paths = profile->views[VIEW_LEVEL_PATH];
  bool *members = NULL;
  for (unsigned level = 0; level < VIEW_LEVELS && members == NULL; level++)
    members = find_item(profile->views[level], selector);
  if (members != NULL) return members;
  members = find_members(paths, VIEW_DATA, selector, error);
  if (members != NULL) {
    if (check_unambiguous(paths, selector, members, error)) return members;
    g_free(members);
    return NULL;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(wider); i++) {
    members = find_members(profile->views[wider[i]], VIEW_DATA, selector, NULL);
    if (members == NULL) continue;
    g_clear_error(error);
    return members;
  }
  return NULL;
}

static bool find_axis(const BudgetProfile *profile, ViewAxisKind axis, const BudgetNames *names, BudgetCells *cells,
                      GError **error) {
  if (names->name == NULL || strcmp(names->name, "*") == 0) return true;
  /* Names in budget files are in UTF-8, but names in views are in the character set of the terminal. */
  g_autofree char *raw = ui_text_unescaped(names->name);
  g_autofree char *selector = ui_text_escaped(raw);
  GError *failure = NULL;
  cells->in[axis] = axis == VIEW_DATA ? find_data(profile, selector, &failure)
                                      : find_members(profile->views[VIEW_LEVEL_PATH], axis, selector, &failure);
  if (cells->in[axis] != NULL) return true;
  if (!names->may_be_none) {
    g_propagate_error(error, failure);
    return false;
  }
  g_error_free(failure);
  cells->in[axis] = g_new0(bool, MAX(profile->open.view->axes[axis].n_members, 1));
  return true;
}

static bool find_stages(const Profile *profile, const BudgetNames *names, BudgetCells *cells, GError **error) {
  if (names->name == NULL) return true;
  g_autofree char *pattern = ui_text_unescaped(names->name), *printable = ui_text_source(names->name);
  cells->stages = view_stages_select(profile, pattern);
  if (cells->stages != NULL) return true;
  if (names->may_be_none)
    cells->stages = g_new0(bool, (gsize)profile->n_stages + 1);
  else if (profile->n_stages == 0)
    g_set_error_literal(error, BUDGET_ERROR, 0, "the program named no stages: see MEMSPY_STAGE_BEGIN in memspy.h(3)");
  else
    g_set_error(error, BUDGET_ERROR, 0, "no stage matches '%s'", printable);
  return names->may_be_none;
}

bool budget_cells_find(const BudgetProfile *profile, const Budget *budget, BudgetCells *cells, GError **error) {
  *cells = (BudgetCells){{NULL}, NULL};
  bool found = find_stages(profile->open.profile, &budget->stage, cells, error);
  for (unsigned axis = 0; axis < VIEW_AXES && found; axis++)
    found = find_axis(profile, axis, &budget->names[axis], cells, error);
  if (!found) budget_cells_clear(cells);
  return found;
}
