/* ui_change_commands.c: the commands that change how the user sees a profile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_select.h"
#include "ui/session/ui_handlers.h"

static bool fail_bad_name(GError **error, UiAxisKind axis, const char *name) {
  return ui_command_fail_about(error, name,
                    axis == UI_CODE ? "another code segment has the name, or it is a number: %s"
                                    : "another data bin has the name, or it is a number: %s");
}

bool ui_handle_rename(UiSession *session, char **args, unsigned n, GError **error) {
  (void)n;
  UiSelection selection;
  if (!ui_select_any(session->view, args[0], &selection, error)) return false;
  const UiAxisKind axis = selection.axis;
  const uint32_t count = selection.count;
  const uint32_t rank = ui_selection_first(&selection);
  ui_selection_clear(&selection);
  if (count != 1)
    return ui_command_fail_about(error, args[0], "rename takes one, and combine makes one of several; there are more called %s");
  if (!ui_view_rename(session->view, axis, rank, args[1])) return fail_bad_name(error, axis, args[1]);
  g_string_append_printf(session->out, "%s %u is now %s\n", ui_view_axis_name(axis), rank,
                         ui_view_item(session->view, axis, rank)->name);
  return true;
}

/* Adds what `selector` names to *all, which so far has `n_before` selectors in it. */
static bool add_selection(const UiView *view, const char *selector, unsigned n_before, UiSelection *all,
                          GError **error) {
  UiSelection one;
  if (!ui_select_any(view, selector, &one, error)) return false;
  if (n_before == 0) {
    *all = one;
    return true;
  }
  const UiAxisKind axis = one.axis;
  for (uint32_t rank = 0; axis == all->axis && rank < ui_view_size(view, axis); rank++)
    all->picked[rank] |= one.picked[rank];
  ui_selection_clear(&one);
  return axis == all->axis || ui_command_fail_about(error, selector, "code and data cannot be combined: see %s");
}

bool ui_handle_combine(UiSession *session, char **args, unsigned n, GError **error) {
  UiSelection all = {.picked = NULL};
  bool good = true;
  for (unsigned i = 1; i < n && good; i++) good = add_selection(session->view, args[i], i - 1, &all, error);
  if (good) {
    const uint32_t before = ui_view_size(session->view, all.axis);
    good = ui_view_combine(session->view, all.axis, all.picked, args[0]) || fail_bad_name(error, all.axis, args[0]);
    if (good)
      g_string_append_printf(session->out, "%u %ss are now one\n",
                             before - ui_view_size(session->view, all.axis) + 1, ui_view_axis_name(all.axis));
  }
  ui_selection_clear(&all);
  return good;
}
