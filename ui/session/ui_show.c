/* ui_show.c: see ui_show.h. memspy FILE: the first screen, and then commands: from a script, from a pipe, or from the
 * user.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_show.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_subcommand.h"
#include "ui/model/ui_profile.h"
#include "ui/session/ui_commands.h"
#include "ui/session/ui_name_file.h"
#include "ui/session/ui_session_run.h"
#include "ui/session/ui_talk.h"
#include "ui/session/ui_undo.h"

/* Commands of a script. Returns whether all went well. */
static bool read_script(UiSession *session, const char *script) {
  FILE *file = fopen(script, "re");
  if (file == NULL) {
    fprintf(stderr, "memspy: %s: %s\n", script, g_strerror(errno));
    return false;
  }
  const bool good = ui_session_read(session, file, script);
  fclose(file);
  return good;
}

static bool run_commands(UiSession *session, const char *script) {
  if (script != NULL) return read_script(session, script);
  if (!isatty(STDIN_FILENO)) return ui_session_read(session, stdin, "standard input");
  /* Without a terminal to show answers on there are no questions. */
  if (session->talks) ui_talk(session);
  return true;
}

/* The names that were saved for the program. A file that cannot be read keeps no user from the profile. */
static void load_names(UiSession *session) {
  GError *error = NULL;
  if (ui_name_file_load(session, NULL, &error)) return;
  if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    fprintf(stderr, "memspy: %s (names are those of the profile)\n", error->message);
  g_error_free(error);
}

/* What is to happen with the names at the end. Returns false when they should be saved and cannot be. */
static bool keep_names(UiSession *session) {
  GError *error = NULL;
  if (session->settings.values[UI_SETTING_AUTOSAVE] != UI_AUTOSAVE_ON || !ui_name_file_is_stale(session)) return true;
  const bool good = ui_name_file_save(session, NULL, false, &error);
  if (!good) ui_subcommand_fail(error);
  ui_session_print(session);
  return good;
}

static char *script, *source_path; /* the options */
static int top;
static gboolean no_debug_info;
static gboolean no_keys;
static const GOptionEntry options[] = {
    {"execute", 'x', 0, G_OPTION_ARG_FILENAME, &script, "Run the commands in FILE, without asking", "FILE"},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "Show at most N rows and columns of the matrix (15 and 10)", "N"},
    {"source-path", 0, 0, G_OPTION_ARG_FILENAME, &source_path,
     "Look for source files there too; with FROM=TO, in TO for FROM", "DIR|FROM=TO[:...]"},
    {"no-keys", 0, 0, G_OPTION_ARG_NONE, &no_keys, "Ignore the names that were saved for the program", NULL},
    UI_NAMES_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

/* A session, and its first screen. */
static UiSession start(const UiProfile *profile, const char *beside, const UiSettings *settings) {
  UiSession session = {.commands = ui_commands(),
                       .names = ui_names_new(profile, !no_debug_info),
                       .settings = *settings,
                       .undo = ui_undo_new(),
                       .keys = ui_keys_new(),
                       .name_file = ui_name_file_new(profile, beside),
                       .out = g_string_new(NULL)};
  ui_names_warn(session.names);
  session.view = ui_view_new(profile, ui_names_labels(session.names));
  session.screen = ui_settings_screen(&session.settings, STDOUT_FILENO);
  if (script == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) ui_talk_start(&session);
  if (!no_keys) load_names(&session);
  ui_screen_first(&session.screen, session.view, session.out);
  ui_session_print(&session);
  return session;
}

static void end(UiSession *session) {
  g_string_free(session->out, TRUE);
  ui_name_file_free(session->name_file);
  ui_keys_free(session->keys);
  ui_undo_free(session->undo);
  ui_view_free(session->view);
  ui_names_free(session->names);
}

int ui_show_file(const char *path, const char *beside) {
  if (top < 0) {
    fputs("memspy show: --top must not be negative\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  UiSettings settings = {.values = {[UI_SETTING_TOP] = (uint32_t)top}};
  if (source_path != NULL && ui_settings_set(&settings, "source-path", source_path, &error) == UI_SETTINGS)
    return ui_subcommand_fail(error);
  UiProfile *profile = ui_profile_load(path, &error);
  if (profile == NULL) return ui_subcommand_fail(error);
  UiSession session = start(profile, beside, &settings);
  bool good = run_commands(&session, script);
  good &= keep_names(&session);
  end(&session);
  ui_profile_free(profile);
  /* A pipe that is closed at the other end is no error. */
  if (session.failure != 0 && session.failure != EPIPE) {
    fprintf(stderr, "memspy: standard output: %s\n", g_strerror(session.failure));
    good = false;
  }
  return good ? UI_EXIT_GOOD : UI_EXIT_FAILED;
}

static int run_show(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_show_subcommand);
  return ui_show_file(args[1], args[1]);
}

const UiSubcommand ui_show_subcommand = {
    .name = "show",
    .arguments = "FILE",
    .summary = "show a profile and answer questions about it",
    .help =
        "After the first screen, commands are read from the file that --execute names, from standard input if that is\n"
        "no terminal, or else as they are typed. The command help lists them.\n\n"
        "COLUMNS in the environment sets the width; NO_COLOR turns colours off.",
    .options = options,
    .examples = (const char *const[]){"memspy memspy.out.1234", "shows the profile and asks for commands",
                                      "echo 'DisplayAll 0 0' | memspy --top=5 memspy.out.1234",
                                      "the five hottest procedures and data, and all about the first of them", NULL},
    .least = 1,
    .most = 1,
    .main = run_show,
};
