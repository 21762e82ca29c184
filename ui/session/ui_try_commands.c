/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_try_commands.c: the commands that search for other layouts of data. */
#include <stdio.h>
#include <stdlib.h>

#include "ui/session/ui_handlers.h"
#include "ui/whatif/ui_whatif_try_show.h"

bool ui_handle_what_if(UiSession *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  const UiWhatifSuggested suggested = ui_whatif_suggest(session->view, session->names, NULL);
  g_autofree char *text = ui_whatif_suggested_text(&suggested);
  g_string_append_c(session->out, '\n');
  g_string_append(session->out, text);
  g_ptr_array_unref(suggested.suggestions);
  return true;
}

/* Keeps the result for `advice`. */
static void keep(UiSession *session, UiWhatifTrials *trials) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return;
  ui_whatif_show_trials(trials, file, true);
  fclose(file);
  g_free(session->tried);
  session->tried = g_strdup(text);
  free(text);
}

static bool try_trace(UiSession *session, const UiTraceFile *file, uint32_t most, GError **error) {
  char *given[COH_OPTIONS] = {NULL};
  UiWhatifTrials trials;
  if (!ui_trace_file_has_tables(file, error)) return false;
  const bool good = ui_whatif_try(&trials, file, given, most, error);
  if (good) {
    g_autofree char *text = ui_whatif_trials_text(&trials);
    g_string_append_c(session->out, '\n');
    g_string_append(session->out, text);
    keep(session, &trials);
  }
  ui_whatif_trials_clear(&trials);
  return good;
}

bool ui_handle_try(UiSession *session, char **args, unsigned n, GError **error) {
  uint32_t most = UI_WHATIF_TRIES;
  if (n > 1 && !ui_command_number(args[1], "try takes a number of changes", 1, &most, error)) return false;
  UiTraceFile *file = ui_trace_file_open(args[0], error);
  if (file == NULL) return false;
  const bool good = try_trace(session, file, most, error);
  ui_trace_file_close(file);
  return good;
}
