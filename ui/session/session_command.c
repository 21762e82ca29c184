/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_command.h"

#include <string.h>

static const char *const topics[SESSION_TOPICS] = {
    [SESSION_TOPIC_SHOW] = "Show:",
    [SESSION_TOPIC_FIND] = "Find causes:",
    [SESSION_TOPIC_CHANGE] = "Change the view:",
    [SESSION_TOPIC_SESSION] = "Session:",
};

const char *session_command_topic(SessionTopic topic) { return topics[topic]; }

char *session_command_usage(const SessionCommand *command) {
  GString *usage = g_string_new(NULL);
  unsigned open = 0; /* number of brackets that must be closed at the end */
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++) {
    if (usage->len > 0) g_string_append_c(usage, ' ');
    if (argument->kind == SESSION_ARGUMENT_OPTION) {
      g_string_append_printf(usage, "[%s]", argument->name);
      continue;
    }
    if (argument->form == SESSION_OPTIONAL || argument->form == SESSION_ANY_NUMBER) {
      g_string_append_c(usage, '[');
      open++;
    }
    g_string_append(usage, argument->name);
    if (argument->form == SESSION_MANY || argument->form == SESSION_ANY_NUMBER) g_string_append(usage, "...");
  }
  while (open-- > 0) g_string_append_c(usage, ']');
  return g_string_free(usage, FALSE);
}

const SessionCommand *session_command_find(const SessionCommand *commands, const char *name, GError **error) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (const SessionCommand *command = commands; command->name != NULL; command++)
    g_ptr_array_add(names, (gpointer)(uintptr_t)command->name);
  g_ptr_array_add(names, NULL);
  const int found = session_command_choose("command", name, (const char *const *)names->pdata, error);
  return found >= 0 ? &commands[found] : NULL;
}

const char *session_command_option(char *const *args, unsigned n, const char *name) {
  const size_t length = strlen(name);
  for (char *const *arg = args + n; *arg != NULL; arg++) {
    if (strncmp(*arg, name, length) != 0) continue;
    if ((*arg)[length] == '\0') return "";
    if ((*arg)[length] == '=') return *arg + length + 1;
  }
  return NULL;
}
