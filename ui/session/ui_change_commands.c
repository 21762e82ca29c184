/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_change_commands.c: the commands that change the view of a profile. */
#include <string.h>

#include "ui/model/ui_estimate.h"
#include "ui/model/ui_filter.h"
#include "ui/model/ui_select.h"
#include "ui/session/ui_handlers.h"
#include "ui/session/ui_undo.h"

static bool fail_bad_name(GError **error, UiAxisKind axis, const char *name) {
  return ui_command_fail_about(error, name,
                               axis == UI_CODE ? "another code segment has the name, or it is a number: %s"
                                               : "another data bin has the name, or it is a number: %s");
}

bool ui_handle_rename(UiSession *session, char **args, unsigned n, GError **error) {
  (void)n;
  g_auto(UiSelection) selection = {.picked = NULL};
  if (!ui_select_any(session->view, args[0], &selection, error)) return false;
  const UiAxisKind axis = selection.axis;
  const uint32_t rank = ui_selection_first(&selection);
  if (selection.count != 1)
    return ui_command_fail_about(error, args[0],
                                 "rename takes one item, but several have the name %s: combine makes one of several");
  const uint32_t member = g_array_index(ui_view_item(session->view, axis, rank)->members, uint32_t, 0);
  if (!ui_view_rename(session->view, axis, rank, args[1])) return fail_bad_name(error, axis, args[1]);
  const uint32_t now = session->view->axes[axis].rank_of[member];
  g_string_append_printf(session->out, "%s %u is now %s\n", ui_view_axis_name(axis), now,
                         ui_view_item(session->view, axis, now)->name);
  return true;
}

/* Adds the items of `selector` to *all, which holds `n_before` selectors. */
static bool add_selection(const UiView *view, const char *selector, unsigned n_before, UiSelection *all,
                          GError **error) {
  g_auto(UiSelection) one = {.picked = NULL};
  if (!ui_select_any(view, selector, &one, error)) return false;
  if (n_before == 0) {
    *all = one;
    one.picked = NULL;
    return true;
  }
  if (one.axis != all->axis) return ui_command_fail_about(error, selector, "code and data cannot be combined: see %s");
  for (uint32_t rank = 0; rank < ui_view_size(view, one.axis); rank++) all->picked[rank] |= one.picked[rank];
  return true;
}

bool ui_handle_combine(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(UiSelection) all = {.picked = NULL};
  for (unsigned i = 1; i < n; i++)
    if (!add_selection(session->view, args[i], i - 1, &all, error)) return false;
  const uint32_t before = ui_view_size(session->view, all.axis);
  if (!ui_view_combine(session->view, all.axis, all.picked, args[0])) return fail_bad_name(error, all.axis, args[0]);
  const uint32_t n_combined = before - ui_view_size(session->view, all.axis) + 1;
  g_string_append_printf(session->out, "%u %s%s now one\n", n_combined, ui_view_axis_name(all.axis),
                         n_combined == 1 ? " is" : "s are");
  return true;
}

const char *ui_choice_sort(const UiSession *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  return index < UI_SORTS ? ui_view_sort_key((UiSort)index) : NULL;
}

const char *ui_choice_direction(const UiSession *session, char *const *before, unsigned index) {
  static const char *const words[] = {"down", "up", NULL};
  (void)session, (void)before;
  return words[index];
}

static void append_sort_keys(const UiView *view, GString *out) {
  for (unsigned i = 0; i < UI_SORTS; i++) {
    if (!ui_view_knows(view, (UiSort)i)) continue;
    g_string_append_printf(out, "  %-14s %s%s\n", ui_view_sort_key((UiSort)i),
                           i < UI_SORT_RATE    ? ui_estimate_metric_name(view->profile, (UiMetric)i)
                           : i == UI_SORT_RATE ? "Miss Rate"
                                               : "Name",
                           i != (unsigned)view->sort ? ""
                           : view->up                ? " (now, up)"
                                                     : " (now, down)");
  }
}

bool ui_handle_sort(UiSession *session, char **args, unsigned n, GError **error) {
  if (n == 0) {
    append_sort_keys(session->view, session->out);
    return true;
  }
  const char *keys[UI_SORTS + 1] = {NULL};
  for (unsigned i = 0; i < UI_SORTS; i++) keys[i] = ui_view_sort_key((UiSort)i);
  const int key = ui_command_choose("key", args[0], keys, error);
  if (key < 0) return false;
  const UiSort sort = (UiSort)key;
  if (!ui_view_knows(session->view, sort))
    return ui_command_fail(error, "this profile is made of samples: it has misses, but no %s", keys[key]);
  bool up = sort == UI_SORT_NAME;
  if (n > 1) {
    up = g_ascii_strcasecmp(args[1], "up") == 0;
    if (!up && g_ascii_strcasecmp(args[1], "down") != 0)
      return ui_command_fail_about(error, args[1], "sort goes up or down, not %s");
  }
  ui_view_sort(session->view, sort, up);
  g_string_append_printf(session->out, "sorted by %s, %s\n", ui_view_sort_key(sort), up ? "up" : "down");
  return true;
}

const char *ui_choice_filter(const UiSession *session, char *const *before, unsigned index) {
  static const char *const words[] = {"only", "hide", "off", NULL};
  (void)session, (void)before;
  return words[index];
}

const char *ui_choice_condition(const UiSession *session, char *const *before, unsigned index) {
  static const char *const words[] = {"code:", "data:", "object:", "file:", "kind:", "rank:"};
  (void)before;
  if (index < G_N_ELEMENTS(words)) return words[index];
  return ui_choice_sort(session, before, index - (unsigned)G_N_ELEMENTS(words));
}

const char *ui_choice_axis(const UiSession *session, char *const *before, unsigned index) {
  static const char *const words[] = {"code", "data", NULL};
  (void)session, (void)before;
  return words[index];
}

/* Lists the filters and the number of items shown. */
static void append_filters(const UiView *view, GString *out) {
  for (guint i = 0; i < view->filters->len; i++)
    g_string_append_printf(out, "  %s\n", (const char *)g_ptr_array_index(view->filters, i));
  for (unsigned i = 0; i < UI_AXES; i++) {
    const UiAxisKind axis = i == 0 ? UI_DATA : UI_CODE;
    g_string_append_printf(out, "%u of %u %ss are shown\n", ui_view_shown(view, axis), ui_view_used(view, axis),
                           ui_view_axis_name(axis));
  }
}

bool ui_handle_filter(UiSession *session, char **args, unsigned n, GError **error) {
  UiView *view = session->view;
  const char *const words[] = {"only", "hide", "off", NULL};
  unsigned how = 0;
  while (n > 0 && words[how] != NULL && g_ascii_strcasecmp(words[how], args[0]) != 0) how++;
  if (n > 0 && words[how] == NULL)
    return ui_command_fail_about(error, args[0], "filter takes only, hide or off, not %s");
  if (n > 0 && (how == 2) != (n == 1))
    return ui_command_fail(
        error, how == 2 ? "filter off takes no arguments" : "filter %s takes a condition: see help filter", words[how]);
  if (n == 1) ui_view_show_all(view);
  if (n > 1 && !ui_filter(view, how == 0, args[1], n > 2 ? args[2] : NULL, error)) return false;
  append_filters(view, session->out);
  return true;
}

/* Undoes or redoes the given number of changes. */
static bool step(UiSession *session, char **args, unsigned n, const char *(*move)(UiSession *), const char *verb,
                 GError **error) {
  uint32_t steps = 1;
  g_autofree char *what = g_strdup_printf("%s takes a number of changes", verb);
  if (n > 0 && !ui_command_number(args[0], what, 1, &steps, error)) return false;
  for (uint32_t i = 0; i < steps; i++) {
    const char *line = move(session);
    if (line != NULL)
      g_string_append_printf(session->out, "%s: %s\n", verb, line);
    else
      return i > 0 || ui_command_fail(error, "there is nothing to %s", verb);
  }
  return true;
}

bool ui_handle_undo(UiSession *session, char **args, unsigned n, GError **error) {
  return step(session, args, n, ui_undo_back, "undo", error);
}

bool ui_handle_redo(UiSession *session, char **args, unsigned n, GError **error) {
  return step(session, args, n, ui_undo_again, "redo", error);
}
