/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_try_commands.c: the commands that search for other layouts of data. */
#include <stdio.h>
#include <stdlib.h>

#include "ui/session/session_handlers.h"
#include "ui/whatif/whatif_try_show.h"

bool session_handle_what_if(Session *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  const WhatifSuggested suggested = whatif_suggest(session->view, session->names, NULL);
  g_autofree char *text = whatif_suggested_text(&suggested);
  g_string_append_c(session->out, '\n');
  g_string_append(session->out, text);
  g_ptr_array_unref(suggested.suggestions);
  return true;
}

/* Keeps the result for the command `advice`. */
static void keep(Session *session, WhatifTrials *trials) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return;
  whatif_show_trials(trials, file, true);
  fclose(file);
  g_free(session->tried);
  session->tried = g_strdup(text);
  free(text);
}

static bool try_trace(Session *session, const EventsTraceFile *file, uint32_t most, GError **error) {
  char *given[MACH_OPTIONS] = {NULL};
  WhatifTrials trials;
  if (!events_trace_file_has_tables(file, error)) return false;
  const bool good = whatif_try(&trials, file, given, most, error);
  if (good) {
    g_autofree char *text = whatif_trials_text(&trials);
    g_string_append_c(session->out, '\n');
    g_string_append(session->out, text);
    keep(session, &trials);
  }
  whatif_trials_clear(&trials);
  return good;
}

bool session_handle_try(Session *session, char **args, unsigned n, GError **error) {
  uint32_t most = WHATIF_TRIES;
  if (n > 1 && !session_command_number(args[1], "try takes a number of changes", 1, &most, error)) return false;
  EventsTraceFile *file = events_trace_file_open(args[0], error);
  if (file == NULL) return false;
  const bool good = try_trace(session, file, most, error);
  events_trace_file_close(file);
  return good;
}
