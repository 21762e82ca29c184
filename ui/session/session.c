/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session.h"

#include "ui/session/session_pager.h"

static void print(Session *session, bool pages) {
  GString *out = session->out;
  if (session->bare && out->len != 0 && *out->str == '\n') g_string_erase(out, 0, 1);
  session->bare &= out->len == 0;
  bool interrupted = session_pager_take_interrupt(); /* while the command was running */
  fflush(stdout);
  if (!interrupted && !(pages && session_pager_show(out->str))) {
    const int failure = session_pager_write(STDOUT_FILENO, out->str, out->len);
    if (session->failure == 0) session->failure = failure;
    interrupted = session_pager_take_interrupt();
  }
  if (interrupted) fputs("\nInterrupted\n", stderr);
  g_string_truncate(out, 0);
}

void session_print(Session *session) {
  print(session, session->talks && session->settings.values[SESSION_SETTING_PAGER] == SESSION_PAGER_ON);
}

void session_print_first(Session *session) { print(session, false); }
