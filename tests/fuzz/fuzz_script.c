/* fuzz_script.c: scripts of a session, which shows the profile named by FUZZ_PROFILE in the environment. Commands that
 * start programs or write files are excluded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "ui/session/session_command_table.h"
#include "ui/session/session_name_file.h"
#include "ui/session/session_run.h"
#include "ui/session/session_undo.h"

static const char *const left_out[] = {"try", "save", NULL};

static SessionCommand *make_commands(void) {
  GArray *commands = g_array_new(TRUE, TRUE, sizeof(SessionCommand));
  for (const SessionCommand *command = session_commands(); command->name != NULL; command++)
    if (!g_strv_contains(left_out, command->name)) g_array_append_vals(commands, command, 1);
  return (SessionCommand *)(void *)g_array_free(commands, FALSE);
}

static const Profile *profile_of_all(void) {
  static Profile *profile;
  GError *error = NULL;
  const char *path = g_getenv("FUZZ_PROFILE");
  if (profile == NULL && (path == NULL || (profile = profile_load(path, &error)) == NULL))
    fuzz_fail("FUZZ_PROFILE: %s", error != NULL ? error->message : "it names no profile");
  return profile;
}

static void start(Session *session, SessionCommand *commands) {
  const Profile *profile = profile_of_all();
  *session = (Session){.commands = commands,
                       .names = name_table_new(profile, false),
                       .undo = session_undo_new(),
                       .keys = view_keys_new(),
                       .name_file = session_name_file_new(profile, "/nonexistent/profile"),
                       .out = g_string_new(NULL),
                       .bare = true};
  session->view = view_new(profile, name_table_labels(session->names));
  session->levels = name_level_names_new(profile, session->names);
  name_level_names_start(session->levels, session->view);
}

static void end(Session *session) {
  g_string_free(session->out, TRUE);
  g_free(session->tried);
  session_name_file_free(session->name_file);
  view_keys_free(session->keys);
  session_undo_free(session->undo);
  view_free(session->view);
  name_level_names_free(session->levels);
  name_table_free(session->names);
}

static char *read_script(const GByteArray *input) {
  g_autofree SessionCommand *commands = make_commands();
  Session session;
  start(&session, commands);
  FILE *file = fopen(fuzz_path(input), "r");
  (void)session_read(&session, file, "script");
  fclose(file);
  end(&session);
  return g_strdup("");
}

const FuzzReader fuzz_script = {.name = "script", .read = read_script};
