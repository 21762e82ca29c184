/* fuzz_script.c: scripts of a session, which shows a profile that FUZZ_PROFILE in the environment names. The commands
 * that run programs, or write files, are left out.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "ui/session/ui_commands.h"
#include "ui/session/ui_name_file.h"
#include "ui/session/ui_session_run.h"
#include "ui/session/ui_undo.h"

static const char *const left_out[] = {"try", "save", NULL};

static UiCommand *make_commands(void) {
  GArray *commands = g_array_new(TRUE, TRUE, sizeof(UiCommand));
  for (const UiCommand *command = ui_commands(); command->name != NULL; command++)
    if (!g_strv_contains(left_out, command->name)) g_array_append_vals(commands, command, 1);
  return (UiCommand *)(void *)g_array_free(commands, FALSE);
}

static const UiProfile *profile_of_all(void) {
  static UiProfile *profile;
  GError *error = NULL;
  const char *path = g_getenv("FUZZ_PROFILE");
  if (profile == NULL && (path == NULL || (profile = ui_profile_load(path, &error)) == NULL))
    fuzz_fail("FUZZ_PROFILE: %s", error != NULL ? error->message : "it names no profile");
  return profile;
}

static void start(UiSession *session, UiCommand *commands) {
  const UiProfile *profile = profile_of_all();
  *session = (UiSession){.commands = commands,
                         .names = ui_names_new(profile, false),
                         .undo = ui_undo_new(),
                         .keys = ui_keys_new(),
                         .name_file = ui_name_file_new(profile, "/nonexistent/profile"),
                         .out = g_string_new(NULL),
                         .bare = true};
  session->view = ui_view_new(profile, ui_names_labels(session->names));
  session->levels = ui_level_names_new(profile, session->names);
  ui_level_names_start(session->levels, session->view);
}

static void end(UiSession *session) {
  g_string_free(session->out, TRUE);
  g_free(session->tried);
  ui_name_file_free(session->name_file);
  ui_keys_free(session->keys);
  ui_undo_free(session->undo);
  ui_view_free(session->view);
  ui_level_names_free(session->levels);
  ui_names_free(session->names);
}

static char *read_script(const GByteArray *input) {
  g_autofree UiCommand *commands = make_commands();
  UiSession session;
  start(&session, commands);
  FILE *file = fopen(fuzz_path(input), "r");
  (void)ui_session_read(&session, file, "script");
  fclose(file);
  end(&session);
  return g_strdup("");
}

const FuzzReader fuzz_script = {.name = "script", .read = read_script};
