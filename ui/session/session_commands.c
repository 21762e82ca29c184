/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_commands.c: the commands about the session itself. */
#include "ui/base/ui_help.h"
#include "ui/session/session_handlers.h"
#include "ui/session/session_name_file.h"

const char *session_choice_setting(const Session *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  return index < SESSION_SETTINGS ? session_settings_name((SessionSetting)index) : NULL;
}

const char *session_choice_value(const Session *session, char *const *before, unsigned index) {
  (void)session;
  const SessionSetting setting = *before != NULL ? session_settings_find(*before, NULL) : SESSION_SETTINGS;
  return setting != SESSION_SETTINGS ? session_settings_words(setting)[index] : NULL;
}

/* Appends a line such as "pager on long output ...". */
static void append_setting(const SessionSettings *settings, SessionSetting setting, GString *out) {
  g_autoptr(GString) value = g_string_new(NULL);
  session_settings_append_value(settings, setting, value);
  g_string_append_printf(out, "  %-11s %-8s %s\n", session_settings_name(setting), value->str,
                         session_settings_summary(setting));
}

bool session_handle_set(Session *session, char **args, unsigned n, GError **error) {
  for (unsigned i = 0; n == 0 && i < SESSION_SETTINGS; i++)
    append_setting(&session->settings, (SessionSetting)i, session->out);
  if (n == 0) return true;
  const SessionSetting setting = n > 1 ? session_settings_set(&session->settings, args[0], args[1], error)
                                       : session_settings_find(args[0], error);
  if (setting == SESSION_SETTINGS) return false;
  append_setting(&session->settings, setting, session->out);
  return true;
}

/* Returns the path with ~/ expanded to the home folder; returns NULL for NULL. Owned by the caller. */
static char *expand_path(const char *typed) {
  if (typed == NULL) return NULL;
  return g_str_has_prefix(typed, "~/") ? g_build_filename(g_get_home_dir(), typed + 2, NULL) : g_strdup(typed);
}

bool session_handle_save(Session *session, char **args, unsigned n, GError **error) {
  g_autofree char *path = expand_path(n > 0 ? args[0] : NULL);
  return session_name_file_save(session, path, session_command_option(args, n, "--force") != NULL, error);
}

bool session_handle_load(Session *session, char **args, unsigned n, GError **error) {
  g_autofree char *path = expand_path(n > 0 ? args[0] : NULL);
  return session_name_file_load(session, path, error);
}

static void append_usage(GString *out, const SessionCommand *command, unsigned width) {
  g_autofree char *arguments = session_command_usage(command);
  g_autofree char *usage = g_strdup_printf("%s %s", command->name, arguments);
  g_string_append_printf(out, "%-*s  %s\n", (int)width, g_strchomp(usage), command->summary);
}

static void append_all(GString *out, const SessionCommand *commands) {
  enum { USAGE = 28 };
  for (const SessionCommand *command = commands; command->name != NULL; command++) {
    if (command == commands || command->topic != command[-1].topic)
      g_string_append_printf(out, "%s%s\n", command == commands ? "" : "\n", session_command_topic(command->topic));
    g_string_append(out, "  ");
    append_usage(out, command, USAGE);
  }
  g_string_append(out, "\nThe start of a name is enough, in upper or lower case. help COMMAND explains a command.\n");
}

bool session_handle_help(Session *session, char **args, unsigned n, GError **error) {
  GString *out = session->out;
  if (n == 0) {
    append_all(out, session->commands);
    return true;
  }
  const SessionCommand *command = session_command_find(session->commands, args[0], error);
  if (command == NULL) return false;
  append_usage(out, command, 0);
  g_autofree char *text = command->help != NULL ? ui_help_wrapped(command->help, session->screen.width) : g_strdup("");
  g_string_append(out, text);
  g_string_append_printf(out, "Example: %s\n", command->example);
  return true;
}

bool session_handle_quit(Session *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  session->quit = true;
  return true;
}
