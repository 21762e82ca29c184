/* ui_session_commands.c: the commands that belong to the session itself.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_commands.h"
#include "ui/session/ui_handlers.h"

static void append_usage(GString *out, const UiCommand *command, unsigned width) {
  g_autofree char *arguments = ui_commands_usage(command);
  g_autofree char *usage = g_strdup_printf("%s %s", command->name, arguments);
  g_string_append_printf(out, "%-*s  %s\n", (int)width, g_strchomp(usage), command->summary);
}

static void append_all(GString *out) {
  enum { USAGE = 28 };
  for (const UiCommand *command = ui_commands(); command->name != NULL; command++) {
    if (command == ui_commands() || command->topic != command[-1].topic)
      g_string_append_printf(out, "%s%s\n", command == ui_commands() ? "" : "\n", ui_commands_topic(command->topic));
    g_string_append(out, "  ");
    append_usage(out, command, USAGE);
  }
  g_string_append(out, "\nThe start of a name is enough, in any case. help COMMAND says more.\n");
}

bool ui_handle_help(UiSession *session, char **args, unsigned n, GError **error) {
  GString *out = session->out;
  if (n == 0) {
    append_all(out);
    return true;
  }
  const UiCommand *command = ui_commands_find(args[0], error);
  if (command == NULL) return false;
  append_usage(out, command, 0);
  if (command->help != NULL) g_string_append_printf(out, "%s\n", command->help);
  g_string_append_printf(out, "Example: %s\n", command->example);
  return true;
}

bool ui_handle_quit(UiSession *session, char **args, unsigned n, GError **error) {
  (void)args;
  (void)n;
  (void)error;
  session->quit = true;
  return true;
}
