/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_change_commands.c: the commands that change the view of a profile. */
#include <string.h>

#include "ui/session/session_handlers.h"
#include "ui/session/session_undo.h"
#include "ui/view/view_estimate.h"
#include "ui/view/view_filter.h"
#include "ui/view/view_select.h"

static bool fail_bad_name(GError **error, ViewAxisKind axis, const char *name) {
  return session_command_fail_about(error, name,
                                    axis == VIEW_CODE ? "another code segment has the name, or it is a number: %s"
                                                      : "another data bin has the name, or it is a number: %s");
}

bool session_handle_rename(Session *session, char **args, unsigned n, GError **error) {
  (void)n;
  g_auto(ViewSelection) selection = {.picked = NULL};
  if (!view_select_any(session->view, args[0], &selection, error)) return false;
  const ViewAxisKind axis = selection.axis;
  const uint32_t rank = view_selection_first(&selection);
  if (selection.count != 1)
    return session_command_fail_about(
        error, args[0], "rename takes one item, but several have the name %s: combine makes one of several");
  const uint32_t member = g_array_index(view_item(session->view, axis, rank)->members, uint32_t, 0);
  if (!view_rename(session->view, axis, rank, args[1])) return fail_bad_name(error, axis, args[1]);
  const uint32_t now = session->view->axes[axis].rank_of[member];
  g_string_append_printf(session->out, "%s %u is now %s\n", view_axis_name(axis), now,
                         view_item(session->view, axis, now)->name);
  return true;
}

/* Adds the items of `selector` to *all, to which `n_before` selectors were already added. */
static bool add_selection(const View *view, const char *selector, unsigned n_before, ViewSelection *all,
                          GError **error) {
  g_auto(ViewSelection) one = {.picked = NULL};
  if (!view_select_any(view, selector, &one, error)) return false;
  if (n_before == 0) {
    *all = one;
    one.picked = NULL;
    return true;
  }
  if (one.axis != all->axis)
    return session_command_fail_about(error, selector, "code and data cannot be combined: see %s");
  for (uint32_t rank = 0; rank < view_size(view, one.axis); rank++) all->picked[rank] |= one.picked[rank];
  return true;
}

bool session_handle_combine(Session *session, char **args, unsigned n, GError **error) {
  g_auto(ViewSelection) all = {.picked = NULL};
  for (unsigned i = 1; i < n; i++)
    if (!add_selection(session->view, args[i], i - 1, &all, error)) return false;
  const uint32_t before = view_size(session->view, all.axis);
  if (!view_combine(session->view, all.axis, all.picked, args[0])) return fail_bad_name(error, all.axis, args[0]);
  const uint32_t n_combined = before - view_size(session->view, all.axis) + 1;
  g_string_append_printf(session->out, "%u %s%s now one\n", n_combined, view_axis_name(all.axis),
                         n_combined == 1 ? " is" : "s are");
  return true;
}

const char *session_choice_sort(const Session *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  return index < VIEW_SORTS ? view_sort_key((ViewSort)index) : NULL;
}

const char *session_choice_direction(const Session *session, char *const *before, unsigned index) {
  static const char *const words[] = {"down", "up", NULL};
  (void)session, (void)before;
  return words[index];
}

static void append_sort_keys(const View *view, GString *out) {
  for (unsigned i = 0; i < VIEW_SORTS; i++) {
    if (!view_knows(view, (ViewSort)i)) continue;
    g_string_append_printf(out, "  %-14s %s%s\n", view_sort_key((ViewSort)i), view_sort_title(view, (ViewSort)i),
                           i != (unsigned)view->sort ? ""
                           : view->up                ? " (now, up)"
                                                     : " (now, down)");
  }
}

bool session_handle_sort(Session *session, char **args, unsigned n, GError **error) {
  if (n == 0) {
    append_sort_keys(session->view, session->out);
    return true;
  }
  const char *keys[VIEW_SORTS + 1] = {NULL};
  for (unsigned i = 0; i < VIEW_SORTS; i++) keys[i] = view_sort_key((ViewSort)i);
  const int key = session_command_choose("key", args[0], keys, error);
  if (key < 0) return false;
  const ViewSort sort = (ViewSort)key;
  if (!view_knows(session->view, sort))
    return session_command_fail(error, "this profile is made of samples: it has misses, but no %s", keys[key]);
  bool up = sort == VIEW_SORT_NAME;
  if (n > 1) {
    up = g_ascii_strcasecmp(args[1], "up") == 0;
    if (!up && g_ascii_strcasecmp(args[1], "down") != 0)
      return session_command_fail_about(error, args[1], "sort goes up or down, not %s");
  }
  view_sort(session->view, sort, up);
  g_string_append_printf(session->out, "sorted by %s, %s\n", view_sort_key(sort), up ? "up" : "down");
  return true;
}

const char *session_choice_filter(const Session *session, char *const *before, unsigned index) {
  static const char *const words[] = {"only", "hide", "off", NULL};
  (void)session, (void)before;
  return words[index];
}

const char *session_choice_condition(const Session *session, char *const *before, unsigned index) {
  static const char *const words[] = {"code:", "data:", "object:", "file:", "kind:", "rank:"};
  (void)before;
  if (index < G_N_ELEMENTS(words)) return words[index];
  return session_choice_sort(session, before, index - (unsigned)G_N_ELEMENTS(words));
}

const char *session_choice_axis(const Session *session, char *const *before, unsigned index) {
  static const char *const words[] = {"code", "data", NULL};
  (void)session, (void)before;
  return words[index];
}

/* Appends the list of filters, and the number of items that are shown. */
static void append_filters(const View *view, GString *out) {
  for (guint i = 0; i < view->filters->len; i++)
    g_string_append_printf(out, "  %s\n", (const char *)g_ptr_array_index(view->filters, i));
  for (unsigned i = 0; i < VIEW_AXES; i++) {
    const ViewAxisKind axis = i == 0 ? VIEW_DATA : VIEW_CODE;
    g_string_append_printf(out, "%u of %u %ss are shown\n", view_shown(view, axis), view_used(view, axis),
                           view_axis_name(axis));
  }
}

bool session_handle_filter(Session *session, char **args, unsigned n, GError **error) {
  View *view = session->view;
  const char *const words[] = {"only", "hide", "off", NULL};
  unsigned how = 0;
  while (n > 0 && words[how] != NULL && g_ascii_strcasecmp(words[how], args[0]) != 0) how++;
  if (n > 0 && words[how] == NULL)
    return session_command_fail_about(error, args[0], "filter takes only, hide or off, not %s");
  if (n > 0 && (how == 2) != (n == 1))
    return session_command_fail(
        error, how == 2 ? "filter off takes no arguments" : "filter %s takes a condition: see help filter", words[how]);
  if (n == 1) view_show_all(view);
  if (n > 1 && !view_filter(view, how == 0, args[1], n > 2 ? args[2] : NULL, error)) return false;
  append_filters(view, session->out);
  return true;
}

/* Undoes or redoes the number of changes that the argument states. */
static bool step(Session *session, char **args, unsigned n, const char *(*move)(Session *), const char *verb,
                 GError **error) {
  uint32_t steps = 1;
  g_autofree char *what = g_strdup_printf("%s takes a number of changes", verb);
  if (n > 0 && !session_command_number(args[0], what, 1, &steps, error)) return false;
  for (uint32_t i = 0; i < steps; i++) {
    const char *line = move(session);
    if (line != NULL)
      g_string_append_printf(session->out, "%s: %s\n", verb, line);
    else
      return i > 0 || session_command_fail(error, "there is nothing to %s", verb);
  }
  return true;
}

bool session_handle_undo(Session *session, char **args, unsigned n, GError **error) {
  return step(session, args, n, session_undo_back, "undo", error);
}

bool session_handle_redo(Session *session, char **args, unsigned n, GError **error) {
  return step(session, args, n, session_undo_again, "redo", error);
}
