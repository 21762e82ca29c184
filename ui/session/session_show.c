/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_show.c: memspy FILE: shows the first screen, then runs commands from a script, from a pipe, or from the
 * user. */
#include "ui/session/session_show.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_subcommand.h"
#include "ui/profile/profile.h"
#include "ui/results/results_curves_file.h"
#include "ui/screens/screen_first.h"
#include "ui/session/session_command_table.h"
#include "ui/session/session_name_file.h"
#include "ui/session/session_repl.h"
#include "ui/session/session_run.h"
#include "ui/session/session_undo.h"

/* Runs the commands of a script. Returns whether all of them succeeded. */
static bool read_script(Session *session, const char *script) {
  GError *error = NULL;
  const int fd = ui_input_open_kind(script, &ui_input_text, &error);
  FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
  if (file == NULL) return ui_subcommand_fail(error) == UI_EXIT_GOOD;
  const bool good = session_read(session, file, script);
  fclose(file);
  return good;
}

/* Runs the commands of --command, without asking the user anything. */
static bool run_each(Session *session, char *const *each) {
  bool good = true;
  for (; *each != NULL && !session->quit && session->failure == 0; each++) {
    GError *error = NULL;
    if (session_run(session, *each, &error)) continue;
    good = ui_subcommand_fail(error) == UI_EXIT_GOOD;
  }
  return good;
}

static bool run_commands(Session *session, const char *script, char *const *each) {
  if (script != NULL && !read_script(session, script)) return false;
  if (each != NULL) return run_each(session, each);
  if (script != NULL) return true;
  if (!isatty(STDIN_FILENO)) return session_read(session, stdin, "standard input");
  if (session->talks) session_repl_run(session); /* only if standard output is also a terminal */
  return true;
}

/* Loads the names that were saved for the program. If the file cannot be read, only reports this. */
static void load_names(Session *session) {
  GError *error = NULL;
  if (session_name_file_load(session, NULL, &error)) return;
  if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    fprintf(stderr, "memspy: %s (names are those of the profile)\n", error->message);
  g_error_free(error);
}

/* Saves the names at the end, if the settings say so. Returns false on failure. */
static bool keep_names(Session *session) {
  GError *error = NULL;
  if (session->settings.values[SESSION_SETTING_AUTOSAVE] != SESSION_AUTOSAVE_ON || !session_name_file_is_stale(session))
    return true;
  const bool good = session_name_file_save(session, NULL, false, &error);
  if (!good) ui_subcommand_fail(error);
  session_print(session);
  return good;
}

static char *script, *source_path, *sweep_path, **commands; /* values of the options */
static int top;
static gboolean no_debug_info;
static gboolean no_keys;
static const GOptionEntry options[] = {
    {"execute", 'x', 0, G_OPTION_ARG_FILENAME, &script, "Run the commands in FILE, without asking", "FILE"},
    {"command", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &commands,
     "Print the output of COMMAND, and end; can be given several times", "COMMAND"},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "Show at most N rows and columns of the matrix (15 and 10)", "N"},
    {"source-path", 0, 0, G_OPTION_ARG_FILENAME, &source_path,
     "Look for source files there too; FROM=TO replaces FROM by TO", "DIR|FROM=TO[:...]"},
    {"sweep", 0, 0, G_OPTION_ARG_FILENAME, &sweep_path,
     "For `curves`: the file of memspy run or memspy replay with --sweep-by=bin", "SWEEP"},
    {"no-keys", 0, 0, G_OPTION_ARG_NONE, &no_keys, "Ignore the names that were saved for the program", NULL},
    NAME_TABLE_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

/* Starts a session and prints its first screen, unless commands run immediately. */
static Session start(const Profile *profile, const char *beside, const SessionSettings *settings, bool at_once) {
  Session session = {.commands = session_commands(),
                     .names = name_table_new(profile, !no_debug_info),
                     .settings = *settings,
                     .undo = session_undo_new(),
                     .keys = view_keys_new(),
                     .name_file = session_name_file_new(profile, beside),
                     .out = g_string_new(NULL)};
  name_table_warn(session.names);
  session.view = view_new(profile, name_table_labels(session.names));
  session.levels = name_level_names_new(profile, session.names);
  name_level_names_start(session.levels, session.view);
  session.screen = session_settings_screen(&session.settings, STDOUT_FILENO);
  session.bare = at_once;
  if (script == NULL && !at_once && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) session_repl_start(&session);
  if (!no_keys) load_names(&session);
  if (at_once) return session;
  screen_first(&session.screen, session.view, session.names, session.settings.source_path, session.out);
  session_print_first(&session);
  return session;
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

int session_show_commands(const char *path, const char *beside, char *const *each) {
  if (top < 0) {
    fputs("memspy show: --top must not be negative\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  SessionSettings settings = {.values = {[SESSION_SETTING_TOP] = (uint32_t)top}};
  if (source_path != NULL && session_settings_set(&settings, "source-path", source_path, &error) == SESSION_SETTINGS)
    return ui_subcommand_fail(error);
  g_autoptr(ViewCurves) curves = sweep_path != NULL ? results_curves_load(sweep_path, &error) : NULL;
  g_autoptr(Profile) profile = error == NULL ? profile_load(path, &error) : NULL;
  if (profile == NULL) return ui_subcommand_fail(error);
  Session session = start(profile, beside, &settings, each != NULL);
  session.curves = curves;
  bool good = run_commands(&session, script, each);
  good &= keep_names(&session);
  end(&session);
  /* It is not an error if the other end closes a pipe. */
  if (session.failure != 0 && session.failure != EPIPE) {
    fprintf(stderr, "memspy: standard output: %s\n", g_strerror(session.failure));
    good = false;
  }
  return good ? UI_EXIT_GOOD : UI_EXIT_FAILED;
}

bool session_show_debug_info(void) { return !no_debug_info; }
bool session_show_keys(void) { return !no_keys; }
const char *session_show_sources(void) { return source_path; }

int session_show_file(const char *path, const char *beside) { return session_show_commands(path, beside, commands); }

static int run_show(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_show_subcommand);
  return session_show_file(args[1], args[1]);
}

const UiSubcommand ui_show_subcommand = {
    .name = "show",
    .arguments = "FILE",
    .summary = "show a profile and answer questions about it",
    .help =
        "After the first screen, memspy reads commands from the file of --execute, from standard input if that is no\n"
        "terminal, or as the user types them. The command help lists them. With --command it prints only the answer.\n"
        "\n"
        "COLUMNS in the environment sets the width; NO_COLOR turns colours off.",
    .options = options,
    .examples = (const char *const[]){"memspy memspy.out.1234", "shows the profile and asks for commands",
                                      "echo 'DisplayAll 0 0' | memspy --top=5 memspy.out.1234",
                                      "the five hottest functions and data, and all about the first of them",
                                      "memspy -e 'source main' memspy.out.1234",
                                      "prints the source of main, and no more", NULL},
    .least = 1,
    .most = 1,
    .main = run_show,
};
