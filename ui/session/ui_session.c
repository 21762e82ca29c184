/* ui_session.c: see ui_session.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_text.h"
#include "ui/session/ui_commands.h"
#include "ui/session/ui_pager.h"

void ui_session_print(UiSession *session) {
  GString *out = session->out;
  const bool pages = session->talks && session->settings.values[UI_SETTING_PAGER] == UI_PAGER_ON;
  bool interrupted = ui_pager_take_interrupt(); /* by a user who does not want to wait for it */
  fflush(stdout);
  if (!interrupted && !(pages && ui_pager_show(out->str))) {
    const int failure = ui_pager_write(out->str, out->len);
    if (session->failure == 0) session->failure = failure;
    interrupted = ui_pager_take_interrupt();
  }
  if (interrupted) fputs("\nInterrupted\n", stderr);
  g_string_truncate(out, 0);
}

bool ui_session_run(UiSession *session, const char *line, GError **error) {
  session->screen = ui_settings_screen(&session->settings, STDOUT_FILENO); /* the window may have another size by now */
  const bool good = ui_commands_run(session, line, error);
  ui_session_print(session);
  return good;
}

bool ui_session_read(UiSession *session, FILE *input, const char *name) {
  g_autofree char *printable = ui_text_escaped(name);
  char *line = NULL;
  size_t size = 0;
  bool good = true;
  for (unsigned number = 1; !session->quit && session->failure == 0; number++) {
    if (getline(&line, &size, input) < 0) break;
    line[strcspn(line, "\r\n")] = '\0';
    GError *error = NULL;
    if (ui_session_run(session, line, &error)) continue;
    good = false;
    fprintf(stderr, "%s:%u: %s\n", printable, number, error->message);
    g_error_free(error);
  }
  if (ferror(input)) {
    good = false;
    fprintf(stderr, "%s: it cannot be read\n", printable);
  }
  free(line);
  return good;
}
