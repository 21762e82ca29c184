/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/ui_command.h"

#include <string.h>

static const char *const topics[UI_TOPICS] = {
    [UI_TOPIC_SHOW] = "Show:",
    [UI_TOPIC_FIND] = "Find causes:",
    [UI_TOPIC_CHANGE] = "Change the view:",
    [UI_TOPIC_SESSION] = "Session:",
};

const char *ui_command_topic(UiTopic topic) { return topics[topic]; }

char *ui_command_usage(const UiCommand *command) {
  GString *usage = g_string_new(NULL);
  unsigned open = 0; /* brackets to be closed at the end */
  for (const UiArgument *argument = command->arguments; argument->name != NULL; argument++) {
    if (usage->len > 0) g_string_append_c(usage, ' ');
    if (argument->kind == UI_ARGUMENT_OPTION) {
      g_string_append_printf(usage, "[%s]", argument->name);
      continue;
    }
    if (argument->form == UI_OPTIONAL || argument->form == UI_ANY_NUMBER) {
      g_string_append_c(usage, '[');
      open++;
    }
    g_string_append(usage, argument->name);
    if (argument->form == UI_MANY || argument->form == UI_ANY_NUMBER) g_string_append(usage, "...");
  }
  while (open-- > 0) g_string_append_c(usage, ']');
  return g_string_free(usage, FALSE);
}

const UiCommand *ui_command_find(const UiCommand *commands, const char *name, GError **error) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (const UiCommand *command = commands; command->name != NULL; command++)
    g_ptr_array_add(names, (gpointer)(uintptr_t)command->name);
  g_ptr_array_add(names, NULL);
  const int found = ui_command_choose("command", name, (const char *const *)names->pdata, error);
  return found >= 0 ? &commands[found] : NULL;
}

const char *ui_command_option(char *const *args, unsigned n, const char *name) {
  const size_t length = strlen(name);
  for (char *const *arg = args + n; *arg != NULL; arg++) {
    if (strncmp(*arg, name, length) != 0) continue;
    if ((*arg)[length] == '\0') return "";
    if ((*arg)[length] == '=') return *arg + length + 1;
  }
  return NULL;
}
