/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_tool_options.h"

#include "ui/base/ui_help.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_subcommand.h"
#include "ui/screens/screen_columns.h"

static void append_option(const LaunchToolOption *option, GString *out) {
  g_string_append_printf(out, "  --%s=%s", option->name, option->value);
  if (*option->initial != '\0') g_string_append_printf(out, " (%s)", option->initial);
  g_autofree char *sentence = ui_subcommand_sentence(option->help);
  g_string_append_printf(out, "\n      %s\n", sentence);
}

void launch_tool_options_print(FILE *file) {
  g_autoptr(GString) out = g_string_new(NULL);
  for (size_t i = 0; i < launch_n_tool_options; i++) {
    const LaunchToolOption *option = &launch_tool_options[i];
    if (option->topic != NULL)
      g_string_append_printf(out, "\nOptions of the tool: %s\n", option->topic);
    else
      append_option(option, out);
  }
  ui_help_print(out->str, file);
}

const char *launch_tool_options_nearest(const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (size_t i = 0; i < launch_n_tool_options; i++)
    if (launch_tool_options[i].topic == NULL) ui_nearest_offer(&nearest, launch_tool_options[i].name);
  return ui_nearest_take(&nearest);
}
