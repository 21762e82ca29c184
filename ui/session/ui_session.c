/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/ui_session.h"

#include "ui/session/ui_pager.h"

static void print(UiSession *session, bool pages) {
  GString *out = session->out;
  if (session->bare && out->len != 0 && *out->str == '\n') g_string_erase(out, 0, 1);
  session->bare &= out->len == 0;
  bool interrupted = ui_pager_take_interrupt(); /* while the command ran */
  fflush(stdout);
  if (!interrupted && !(pages && ui_pager_show(out->str))) {
    const int failure = ui_pager_write(STDOUT_FILENO, out->str, out->len);
    if (session->failure == 0) session->failure = failure;
    interrupted = ui_pager_take_interrupt();
  }
  if (interrupted) fputs("\nInterrupted\n", stderr);
  g_string_truncate(out, 0);
}

void ui_session_print(UiSession *session) {
  print(session, session->talks && session->settings.values[UI_SETTING_PAGER] == UI_PAGER_ON);
}

void ui_session_print_first(UiSession *session) { print(session, false); }
