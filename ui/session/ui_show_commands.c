/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_show_commands.c: the commands that show the matrix and parts of it. */
#include "ui/base/ui_text.h"
#include "ui/model/ui_select.h"
#include "ui/runs/ui_curves_file.h"
#include "ui/screens/ui_curves_screen.h"
#include "ui/screens/ui_detail.h"
#include "ui/screens/ui_fields_screen.h"
#include "ui/screens/ui_matrix_screen.h"
#include "ui/screens/ui_phases_screen.h"
#include "ui/screens/ui_processors.h"
#include "ui/screens/ui_ranks_screen.h"
#include "ui/screens/ui_time_screen.h"
#include "ui/session/ui_handlers.h"

enum { CURVES_SHOWN = 20 };

static bool select_or_all(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection,
                          GError **error) {
  if (selector != NULL) return ui_select(view, axis, selector, selection, error);
  ui_select_all(view, axis, selection);
  return true;
}

bool ui_handle_display_all(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(UiSelection) code = {.picked = NULL}, data = {.picked = NULL};
  if (!select_or_all(session->view, UI_CODE, n > 0 ? args[0] : NULL, &code, error) ||
      !select_or_all(session->view, UI_DATA, n > 1 ? args[1] : NULL, &data, error))
    return false;
  g_string_append_c(session->out, '\n');
  if (ui_command_option(args, n, "--fields") != NULL)
    ui_fields_screen(&session->screen, session->view, session->names, &(UiFocus){&code, &data}, session->out);
  else
    ui_detail(&session->screen, session->view, &code, &data, session->out);
  return true;
}

bool ui_handle_matrix(UiSession *session, char **args, unsigned n, GError **error) {
  UiScreen screen = session->screen;
  if (n > 0 && !ui_command_number(args[0], "matrix takes a number of rows and columns", 1, &screen.top, error))
    return false;
  g_string_append_c(session->out, '\n');
  ui_matrix_screen(&screen, session->view, session->out);
  return true;
}

bool ui_handle_processors(UiSession *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  g_string_append_c(session->out, '\n');
  ui_processors(&session->screen, session->view->profile, session->out);
  return true;
}

bool ui_handle_curves(UiSession *session, char **args, unsigned n, GError **error) {
  uint32_t most = CURVES_SHOWN;
  if (n > 0 && !ui_command_number(args[0], "curves takes a number of data bins", 1, &most, error)) return false;
  if (session->curves == NULL) return ui_command_fail(error, "there is no sweep: start with memspy --sweep=SWEEP FILE");
  g_autoptr(UiCurves) curves = ui_curves_of_view(session->curves, session->view);
  g_string_append_c(session->out, '\n');
  ui_curves_screen(curves, curves->curves, most, session->out);
  return true;
}

/* Returns NULL for a selection of all. */
static const UiSelection *unless_all(const UiView *view, const UiSelection *selection) {
  return selection->count < ui_view_used(view, selection->axis) ? selection : NULL;
}

bool ui_handle_ranks(UiSession *session, char **args, unsigned n, GError **error) {
  enum { LISTED = 16 };
  const UiView *view = session->view;
  g_auto(UiSelection) code = {.picked = NULL}, data = {.picked = NULL};
  if (!view->profile->of_ranks)
    return ui_command_fail(error, "this is the profile of one process: memspy merge makes one of several ranks");
  if (!select_or_all(view, UI_CODE, n > 0 ? args[0] : NULL, &code, error) ||
      !select_or_all(view, UI_DATA, n > 1 ? args[1] : NULL, &data, error))
    return false;
  const uint32_t most = ui_command_option(args, n, "--all") != NULL ? G_MAXUINT32 : LISTED;
  g_string_append_c(session->out, '\n');
  ui_ranks_screen(&session->screen, view, n > 0 ? unless_all(view, &code) : NULL,
                  n > 1 ? unless_all(view, &data) : NULL, most, session->out);
  return true;
}

bool ui_handle_phases(UiSession *session, char **args, unsigned n, GError **error) {
  const UiProfile *profile = session->view->profile;
  (void)args, (void)n;
  if (!profile->by_phase)
    return ui_command_fail(error, "the run was not sampled by phase: memspy run --sampled does that");
  g_string_append_c(session->out, '\n');
  ui_phases_screen(&session->screen, profile, session->out);
  return true;
}

bool ui_handle_time(UiSession *session, char **args, unsigned n, GError **error) {
  if (session->view->profile->timeline.intervals == 0)
    return ui_command_fail(error,
                           "the profile has no intervals: memspy run records them without --interval=no; profiles "
                           "made of samples have none");
  g_string_append_c(session->out, '\n');
  ui_time_screen(&session->screen, session->view, ui_command_option(args, n, "--data") != NULL ? UI_DATA : UI_CODE,
                 session->out);
  return true;
}

static void append_full_names(UiSession *session, const UiItem *item, UiAxisKind axis) {
  const GArray *members = item->members;
  for (guint i = 0; i < members->len; i++) {
    const uint32_t number = g_array_index(members, uint32_t, i);
    g_autofree char *printable = ui_text_escaped(session->view->labels[axis].full[number]);
    g_string_append_printf(session->out, "%s: %s\n", item->name, printable);
  }
}

bool ui_handle_fullname(UiSession *session, char **args, unsigned n, GError **error) {
  (void)n;
  g_auto(UiSelection) selection = {.picked = NULL};
  if (!ui_select_any(session->view, args[0], &selection, error)) return false;
  for (uint32_t rank = 0; rank < ui_view_size(session->view, selection.axis); rank++)
    if (selection.picked[rank])
      append_full_names(session, ui_view_item(session->view, selection.axis, rank), selection.axis);
  return true;
}
