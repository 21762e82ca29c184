/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_show_commands.c: the commands that show the matrix and parts of it. */
#include "ui/base/ui_text.h"
#include "ui/results/results_curves_file.h"
#include "ui/screens/screen_curves.h"
#include "ui/screens/screen_detail.h"
#include "ui/screens/screen_fields.h"
#include "ui/screens/screen_matrix.h"
#include "ui/screens/screen_phases.h"
#include "ui/screens/screen_processors.h"
#include "ui/screens/screen_ranks.h"
#include "ui/screens/screen_stages.h"
#include "ui/screens/screen_time.h"
#include "ui/session/session_handlers.h"
#include "ui/view/view_select.h"

enum { CURVES_SHOWN = 20 };

static bool select_or_all(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection,
                          GError **error) {
  if (selector != NULL) return view_select(view, axis, selector, selection, error);
  view_select_all(view, axis, selection);
  return true;
}

bool session_handle_display_all(Session *session, char **args, unsigned n, GError **error) {
  g_auto(ViewSelection) code = {.picked = NULL}, data = {.picked = NULL};
  if (!select_or_all(session->view, VIEW_CODE, n > 0 ? args[0] : NULL, &code, error) ||
      !select_or_all(session->view, VIEW_DATA, n > 1 ? args[1] : NULL, &data, error))
    return false;
  g_string_append_c(session->out, '\n');
  if (session_command_option(args, n, "--fields") != NULL)
    screen_fields(&session->screen, session->view, session->names, &(AnalysisFocus){&code, &data}, session->out);
  else
    screen_detail(&session->screen, session->view, &code, &data, session->out);
  return true;
}

bool session_handle_matrix(Session *session, char **args, unsigned n, GError **error) {
  Screen screen = session->screen;
  if (n > 0 && !session_command_number(args[0], "matrix takes a number of rows and columns", 1, &screen.top, error))
    return false;
  g_string_append_c(session->out, '\n');
  screen_matrix(&screen, session->view, session->out);
  return true;
}

bool session_handle_processors(Session *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  g_string_append_c(session->out, '\n');
  screen_processors(&session->screen, session->view->profile, session->out);
  return true;
}

bool session_handle_curves(Session *session, char **args, unsigned n, GError **error) {
  uint32_t most = CURVES_SHOWN;
  if (n > 0 && !session_command_number(args[0], "curves takes a number of data bins", 1, &most, error)) return false;
  if (session->curves == NULL)
    return session_command_fail(error, "there is no sweep: start with memspy --sweep=SWEEP FILE");
  g_autoptr(ViewCurves) curves = results_curves_of_view(session->curves, session->view);
  g_string_append_c(session->out, '\n');
  screen_curves(curves, curves->curves, most, session->out);
  return true;
}

/* Returns the selection, or NULL if it selects all items. */
static const ViewSelection *unless_all(const View *view, const ViewSelection *selection) {
  return selection->count < view_used(view, selection->axis) ? selection : NULL;
}

bool session_handle_ranks(Session *session, char **args, unsigned n, GError **error) {
  enum { LISTED = 16 };
  const View *view = session->view;
  g_auto(ViewSelection) code = {.picked = NULL}, data = {.picked = NULL};
  if (!view->profile->of_ranks)
    return session_command_fail(error, "this is the profile of one process: memspy merge makes one of several ranks");
  if (!select_or_all(view, VIEW_CODE, n > 0 ? args[0] : NULL, &code, error) ||
      !select_or_all(view, VIEW_DATA, n > 1 ? args[1] : NULL, &data, error))
    return false;
  const uint32_t most = session_command_option(args, n, "--all") != NULL ? G_MAXUINT32 : LISTED;
  g_string_append_c(session->out, '\n');
  screen_ranks(&session->screen, view, n > 0 ? unless_all(view, &code) : NULL, n > 1 ? unless_all(view, &data) : NULL,
               most, session->out);
  return true;
}

bool session_handle_phases(Session *session, char **args, unsigned n, GError **error) {
  const Profile *profile = session->view->profile;
  (void)args, (void)n;
  if (!profile->by_phase)
    return session_command_fail(error, "the run was not sampled by phase: memspy run --sampled does that");
  g_string_append_c(session->out, '\n');
  screen_phases(&session->screen, profile, session->out);
  return true;
}

const char *session_choice_stage(const Session *session, char *const *before, unsigned index) {
  (void)before;
  const Profile *profile = session->view->profile;
  return index < profile->n_stages ? profile->stages[index].name : NULL;
}

bool session_handle_stages(Session *session, char **args, unsigned n, GError **error) {
  if (session->view->profile->n_stages == 0)
    return session_command_fail(error, "the program named no stages: see MEMSPY_STAGE_BEGIN in memspy.h(3)");
  g_string_append_c(session->out, '\n');
  if (n == 0)
    screen_stages(&session->screen, session->view, session->out);
  else if (!screen_stages_inside(&session->screen, session->view, args[0], session->out))
    return session_command_fail_about(error, args[0], "no stage matches %s");
  return true;
}

bool session_handle_time(Session *session, char **args, unsigned n, GError **error) {
  if (session->view->profile->timeline.intervals == 0)
    return session_command_fail(error,
                                "the profile has no intervals: memspy run records them without --interval=no; profiles "
                                "made of samples have none");
  g_string_append_c(session->out, '\n');
  screen_time(&session->screen, session->view,
              session_command_option(args, n, "--data") != NULL ? VIEW_DATA : VIEW_CODE, session->out);
  return true;
}

static void append_full_names(Session *session, const ViewItem *item, ViewAxisKind axis) {
  const GArray *members = item->members;
  for (guint i = 0; i < members->len; i++) {
    const uint32_t number = g_array_index(members, uint32_t, i);
    g_autofree char *printable = ui_text_escaped(session->view->labels[axis].full[number]);
    g_string_append_printf(session->out, "%s: %s\n", item->name, printable);
  }
}

bool session_handle_fullname(Session *session, char **args, unsigned n, GError **error) {
  (void)n;
  g_auto(ViewSelection) selection = {.picked = NULL};
  if (!view_select_any(session->view, args[0], &selection, error)) return false;
  for (uint32_t rank = 0; rank < view_size(session->view, selection.axis); rank++)
    if (selection.picked[rank])
      append_full_names(session, view_item(session->view, selection.axis, rank), selection.axis);
  return true;
}
