/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/ui_print_tables.h"

#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_json.h"
#include "ui/base/ui_subcommand.h"
#include "ui/session/session_command_table.h"

static void put_text(UiJson *json, const char *key, const char *text) {
  ui_json_string(json, key, text != NULL ? text : "");
}

static void put_value(UiJson *json, const char *name, const char *summary) {
  ui_json_begin_object(json, NULL);
  put_text(json, "name", name);
  put_text(json, "summary", summary);
  ui_json_end_object(json);
}

/* Returns whether the value is one of several words, "yes|no". */
static bool is_choice(const char *value) {
  return value != NULL && strchr(value, '|') != NULL &&
         value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-|")] == '\0';
}

/* Writes the values of an option, if they are a few. */
static void put_values(UiJson *json, const UiSubcommand *subcommand, const GOptionEntry *option) {
  ui_json_begin_array(json, "values");
  if (subcommand->listed_option != NULL && strcmp(subcommand->listed_option, option->long_name) == 0) {
    for (unsigned i = 0; subcommand->listed_value(i).name != NULL; i++)
      put_value(json, subcommand->listed_value(i).name, subcommand->listed_value(i).summary);
  } else if (is_choice(option->arg_description)) {
    g_auto(GStrv) words = g_strsplit(option->arg_description, "|", -1);
    for (char **word = words; *word != NULL; word++) put_value(json, *word, NULL);
  }
  ui_json_end_array(json);
}

/* Writes the options of `subcommand` and of its `also`. */
static void put_options(UiJson *json, const UiSubcommand *subcommand) {
  for (const GOptionEntry *option = subcommand->options; option != NULL && option->long_name != NULL; option++) {
    ui_json_begin_object(json, NULL);
    put_text(json, "name", option->long_name);
    put_text(json, "letter", (const char[]){option->short_name, '\0'});
    put_text(json, "value", option->arg_description);
    g_autofree char *help = ui_subcommand_sentence(option->description);
    put_text(json, "help", help);
    put_values(json, subcommand, option);
    ui_json_end_object(json);
  }
  if (subcommand->also != NULL) put_options(json, subcommand->also);
}

static void put_examples(UiJson *json, const char *const *example) {
  ui_json_begin_array(json, "examples");
  for (; example != NULL && example[0] != NULL; example += 2) {
    ui_json_begin_object(json, NULL);
    put_text(json, "line", example[0]);
    put_text(json, "what", example[1]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_subcommands(UiJson *json, const UiSubcommand *const *rows) {
  ui_json_begin_array(json, "subcommands");
  for (; rows != NULL && *rows != NULL; rows++) {
    ui_json_begin_object(json, NULL);
    put_text(json, "name", (*rows)->name);
    put_text(json, "arguments", (*rows)->arguments);
    put_text(json, "summary", (*rows)->summary);
    put_text(json, "help", (*rows)->help);
    ui_json_begin_array(json, "options");
    put_options(json, *rows);
    ui_json_end_array(json);
    put_examples(json, (*rows)->examples);
    put_subcommands(json, (*rows)->parts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_commands(UiJson *json) {
  ui_json_begin_array(json, "commands");
  for (const SessionCommand *command = session_commands(); command->name != NULL; command++) {
    g_autofree char *usage = session_command_usage(command);
    ui_json_begin_object(json, NULL);
    put_text(json, "name", command->name);
    put_text(json, "topic", session_command_topic(command->topic));
    put_text(json, "usage", usage);
    put_text(json, "summary", command->summary);
    put_text(json, "help", command->help);
    put_text(json, "example", command->example);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void ui_print_tables(const UiSubcommand *const *subcommands, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  put_text(&json, "version", VERSION);
  put_subcommands(&json, subcommands);
  put_commands(&json);
  ui_json_end_object(&json);
}
