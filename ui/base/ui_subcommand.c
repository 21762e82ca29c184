/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_subcommand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_help.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"

static void append_values(GString *text, const UiSubcommand *subcommand) {
  if (subcommand->listed_option == NULL) return;
  g_string_append_printf(text, "\nValues of --%s:\n", subcommand->listed_option);
  for (unsigned i = 0; subcommand->listed_value(i).name != NULL; i++) {
    const UiSubcommandValue value = subcommand->listed_value(i);
    g_string_append_printf(text, "  %-28s %s\n", value.name, value.summary);
  }
}

static void append_parts(GString *text, const UiSubcommand *subcommand) {
  if (subcommand->parts != NULL) g_string_append(text, "\nParts:\n");
  for (const UiSubcommand *const *part = subcommand->parts; part != NULL && *part != NULL; part++) {
    g_autofree char *usage = g_strdup_printf("%s %s", (*part)->name, (*part)->arguments);
    g_string_append_printf(text, "  %-28s %s\n", g_strchomp(usage), (*part)->summary);
  }
}

static void append_examples(GString *text, const UiSubcommand *subcommand) {
  const char *const *example = subcommand->examples;
  if (example == NULL) return;
  g_string_append(text, "\nExamples:\n");
  for (; example[0] != NULL; example += 2) g_string_append_printf(text, "  %s\n      %s\n", example[0], example[1]);
}

/* Returns the help text that follows the options. The caller owns the text. */
static char *make_description(const UiSubcommand *subcommand) {
  GString *text = g_string_new(subcommand->help);
  if (text->len > 0) g_string_append_c(text, '\n');
  append_values(text, subcommand);
  append_parts(text, subcommand);
  append_examples(text, subcommand);
  return g_strchomp(g_string_free(text, FALSE));
}

/* Adds the options of the subcommand to the context. GLib copies the entries, but not their strings. */
static void add_options(GOptionContext *context, const UiSubcommand *subcommand) {
  for (const GOptionEntry *option = subcommand->options; option != NULL && option->long_name != NULL; option++) {
    g_autofree char *help = ui_subcommand_sentence(option->description);
    GOptionEntry entries[2] = {*option, G_OPTION_ENTRY_NULL};
    entries[0].description = g_intern_string(help);
    g_option_context_add_main_entries(context, entries, NULL);
  }
}

const GOptionEntry *ui_subcommand_option(const UiSubcommand *subcommand, const char *word, bool *value) {
  for (; subcommand != NULL; subcommand = subcommand->also)
    for (const GOptionEntry *option = subcommand->options; option != NULL && option->long_name != NULL; option++) {
      const size_t length = strlen(option->long_name);
      const bool brief = word[0] == '-' && word[1] == option->short_name && option->short_name != '\0';
      const bool full = g_str_has_prefix(word, "--") && strncmp(word + 2, option->long_name, length) == 0 &&
                        (word[2 + length] == '\0' || word[2 + length] == '=');
      if (!brief && !full) continue;
      *value = option->arg != G_OPTION_ARG_NONE && word[brief ? 2 : 2 + length] == '\0';
      return option;
    }
  return NULL;
}

char *ui_subcommand_sentence(const char *text) {
  char *sentence = g_strdup(text);
  *sentence = g_ascii_toupper(*sentence);
  return sentence;
}

/* Whether the user gave --help. This is an option of our own, because GLib's own --help does not limit the width of the
 * text. */
static gboolean help_wanted;

static const GOptionEntry help_option[] = {
    {"help", 'h', 0, G_OPTION_ARG_NONE, &help_wanted, "Show this help", NULL},
    G_OPTION_ENTRY_NULL,
};

static void print_help(GOptionContext *context) {
  g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
  ui_help_print(help, stdout);
}

static GOptionContext *make_context(const UiSubcommand *subcommand) {
  GOptionContext *context = g_option_context_new(subcommand->arguments);
  g_autofree char *sentence = ui_subcommand_sentence(subcommand->summary), *summary = g_strconcat(sentence, ".", NULL);
  g_autofree char *description = make_description(subcommand);
  g_option_context_set_summary(context, summary);
  g_option_context_set_description(context, description);
  g_option_context_set_help_enabled(context, FALSE);
  g_option_context_add_main_entries(context, help_option, NULL);
  add_options(context, subcommand);
  if (subcommand->also != NULL) add_options(context, subcommand->also);
  return context;
}

void ui_subcommand_help(const UiSubcommand *subcommand, const char *words) {
  g_autofree char *program = g_strdup_printf("memspy %s", words);
  g_set_prgname(program);
  GOptionContext *context = make_context(subcommand);
  print_help(context);
  g_option_context_free(context);
}

/* If an option in `args` is unknown, adds the name of the most similar option to the message of `error`. */
static void add_nearest(const UiSubcommand *subcommand, char **args, GError *error) {
  if (!g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)) return;
  for (char **arg = args; *arg != NULL && strcmp(*arg, "--") != 0; arg++) {
    if (!g_str_has_prefix(*arg, "--")) continue;
    g_autofree char *name = g_strndup(*arg + 2, strcspn(*arg + 2, "="));
    UiNearest nearest;
    ui_nearest_start(&nearest, name);
    for (const UiSubcommand *row = subcommand; row != NULL; row = row->also)
      for (const GOptionEntry *option = row->options; option != NULL && option->long_name != NULL; option++)
        ui_nearest_offer(&nearest, option->long_name);
    const char *near = ui_nearest_take(&nearest);
    if (near == NULL || strcmp(near, name) == 0) continue;
    g_autofree char *message = g_strdup_printf("%s; the nearest is --%s", error->message, near);
    g_free(error->message);
    error->message = g_steal_pointer(&message);
    return;
  }
}

/* Records the input files that options name. These are all files except outputs and templates. */
static void note_option_inputs(const UiSubcommand *subcommand) {
  for (const GOptionEntry *option = subcommand->options; option != NULL && option->long_name != NULL; option++) {
    if (option->arg != G_OPTION_ARG_FILENAME || strcmp(option->arg_description, "OUT") == 0) continue;
    const char *value = *(char **)option->arg_data;
    if (value != NULL && strcmp(option->long_name, "memspy-out-file") != 0) ui_output_note_input(value);
  }
}

static void note_inputs(const UiSubcommand *subcommand, char **args) {
  for (char **arg = args + 1; *arg != NULL; arg++) ui_output_note_input(*arg);
  note_option_inputs(subcommand);
  if (subcommand->also != NULL) note_option_inputs(subcommand->also);
}

/* Checks the number of arguments that are not options. Returns false and sets *error if it is wrong. */
static bool check_number(const UiSubcommand *subcommand, unsigned given, GError **error) {
  const char *arguments = subcommand->arguments;
  if (given >= subcommand->least && given <= subcommand->most) return true;
  if (*arguments == '\0') return ui_fail_option(error, "there should be no arguments");
  if (given > subcommand->most && g_str_has_suffix(arguments, "..."))
    return ui_fail_option(error, "the arguments should be: %s, at most %u, but there are %u", arguments,
                          subcommand->most, given);
  return ui_fail_option(error, "the arguments should be: %s", arguments);
}

void ui_subcommand_options(int *n, char ***args, const UiSubcommand *subcommand) {
  /* The subcommand as the user typed it, without "show" if the user omitted it. */
  g_autofree char *program = g_strdup_printf("memspy %s", (*args)[0]);
  g_set_prgname(program);
  GOptionContext *context = make_context(subcommand);
  GError *error = NULL;
  g_auto(GStrv) given_args = g_strdupv(*args);
  bool good = g_option_context_parse(context, n, args, &error);
  if (!good) add_nearest(subcommand, given_args + 1, error);
  if (good && help_wanted) {
    print_help(context);
    exit(UI_EXIT_GOOD);
  }
  g_option_context_free(context);
  if (*n > 1 && strcmp((*args)[1], "--") == 0) {
    memmove(*args + 1, *args + 2, sizeof **args * (size_t)(*n - 1));
    --*n;
  }
  good = good && check_number(subcommand, (unsigned)*n - 1, &error);
  if (good) {
    note_inputs(subcommand, *args);
    return;
  }
  fprintf(stderr, "%s: %s (see %s --help)\n", program, error->message, program);
  exit(UI_EXIT_USAGE);
}

int ui_subcommand_fail(GError *error) {
  const int status = error->domain == G_OPTION_ERROR ? UI_EXIT_USAGE : UI_EXIT_FAILED;
  fprintf(stderr, "memspy: %s\n", error->message);
  g_error_free(error);
  return status;
}
