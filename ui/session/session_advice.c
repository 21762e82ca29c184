/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_advice.c: memspy advice. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/advice/advice_formats.h"
#include "ui/base/ui_choice.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/launch/launch_run.h"
#include "ui/names/name_open.h"
#include "ui/session/session_show.h"

static const struct {
  const char *name, *summary;
  AdviceFormat *write; /* NULL: the output is text, which the session's command writes */
} formats[] = {
    {"text", "what to change, and how much that can save", NULL},
#define FORMAT(name, summary) {#name, summary, advice_write_##name},
#include "ui/advice/advice_formats.def"
};

/* Options of a run that shows more causes: which misses are conflicts, and the strides of references. */
static const char *const run_options[] = {"--conflicts=yes", "--instructions=yes", NULL};

static char *format, *path; /* the options */
static gboolean as_json;
static const GOptionEntry options[] = {
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format, "How to write the findings (text)", "FORMAT"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "As --format=json", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output); not for text", "OUT"},
    G_OPTION_ENTRY_NULL};

static UiSubcommandValue format_at(unsigned i) {
  return i < G_N_ELEMENTS(formats) ? (UiSubcommandValue){formats[i].name, formats[i].summary}
                                   : (UiSubcommandValue){.name = NULL};
}

static const char *format_name(unsigned i) { return i < G_N_ELEMENTS(formats) ? formats[i].name : NULL; }

/* Returns the number of the requested format. If it is wrong, prints a message and returns G_N_ELEMENTS(formats). */
static unsigned find_format(void) {
  const char *wanted = as_json ? "json" : format != NULL ? format : "text";
  unsigned which = G_N_ELEMENTS(formats);
  ui_choice_find("advice", "format", wanted, format_name, &which);
  return which;
}

/* Writes the findings on a profile in a format for other programs. */
static int write_findings(const char *profile, unsigned which) {
  GError *error = NULL;
  NameOpen open = {.profile = NULL};
  UiOutput output;
  bool good = name_open(&open, profile, session_show_debug_info(), session_show_keys() ? profile : NULL, &error) &&
              ui_output_start(&output, path, &error);
  if (good) {
    AdviceList *list = advice_make(open.view, open.names, NULL, session_show_sources());
    advice_judge(list, open.view, NULL);
    formats[which].write(&(AdviceReport){open.view, list}, output.file);
    advice_list_free(list);
    good = ui_output_finish(&output, &error);
  }
  name_open_close(&open);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static int write_text(char **args) {
  g_autoptr(GString) command = g_string_new("advice");
  for (int i = 2; args[1] != NULL && args[i] != NULL; i++) {
    g_autofree char *quoted = g_shell_quote(args[i]);
    g_string_append_printf(command, " %s", quoted);
  }
  char *const each[] = {command->str, NULL};
  return session_show_commands(args[1], args[1], each);
}

/* Executes memspy run with the words as arguments. Returns the path of the profile, which the caller owns. Prints a
 * message and returns NULL if there is no profile. */
static char *run_program(char **words) {
  char *profile = NULL;
  const int status = launch_run_program(words, &profile);
  if (status != 0) fprintf(stderr, "memspy advice: the run ended with status %d\n", status);
  if (status == 0 && profile == NULL) fputs("memspy advice: the run left no profile\n", stderr);
  return profile;
}

/* Returns an error message about the arguments, or NULL if they are right. `words` is as in advise(). */
static const char *wrong_arguments(int n, char **words, unsigned which) {
  if (words != NULL && n != 1) return "only options can precede --";
  if (words == NULL && n < 2) return "the arguments should be: FILE [CODE [DATA]], or -- PROGRAM";
  if (n > 2 && formats[which].write != NULL) return "CODE and DATA are for text only";
  if (path != NULL && formats[which].write == NULL) return "--output is not for text";
  return NULL;
}

/* Executes memspy advice. `words` are arguments of memspy run; NULL means that no program is run. */
static int advise(int n, char **args, char **words) {
  ui_subcommand_options(&n, &args, &ui_advice_subcommand);
  const unsigned which = find_format();
  if (which == G_N_ELEMENTS(formats)) return UI_EXIT_USAGE;
  const char *wrong = wrong_arguments(n, words, which);
  if (wrong != NULL) {
    fprintf(stderr, "memspy advice: %s (see memspy help advice)\n", wrong);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  if (path != NULL && !ui_output_check(path, &error)) return ui_subcommand_fail(error);
  g_autofree char *made = words != NULL ? run_program(words) : NULL;
  if (words != NULL && made == NULL) return UI_EXIT_FAILED;
  char *const single[] = {args[0], made, NULL};
  char **all = made != NULL ? (char **)single : args;
  return formats[which].write != NULL ? write_findings(all[1], which) : write_text(all);
}

static int run_advice(int n, char **args) {
  int dashes = 1;
  while (dashes < n && strcmp(args[dashes], "--") != 0) dashes++;
  if (dashes == n) return advise(n, args, NULL);
  g_autoptr(GPtrArray) ours = g_ptr_array_new(), runs = g_ptr_array_new();
  GError *error = NULL;
  if (!launch_run_part(&ui_advice_subcommand, dashes, args, run_options, ours, runs, &error))
    return ui_subcommand_fail(error);
  return advise((int)ours->len - 1, (char **)ours->pdata, (char **)runs->pdata);
}

const UiSubcommand ui_advice_subcommand = {
    .name = "advice",
    .arguments = "FILE [CODE [DATA]]",
    .summary = "show what a program stalled on, and what to change",
    .help =
        "Prints the output of the session's command advice. CODE and DATA are names, or numbers in the legends. To run a\n"
        "program first: memspy advice [OPTION...] -- PROGRAM [ARGUMENT...], with options of memspy run among OPTION. That\n"
        "run has --conflicts=yes and --instructions=yes, which show more causes, and takes three to five times as long.",
    .options = options,
    .also = &ui_show_subcommand,
    .exclusive = (const char *const[]){"format", "json", NULL},
    .listed_option = "format",
    .listed_value = format_at,
    .examples = (const char *const[]){"memspy advice memspy.out.1234",
                                      "prints what to change, and how much that can save",
                                      "memspy advice -- ./prog input", "runs the program first, and looks closely",
                                      "memspy advice --format=sarif -o prog.sarif memspy.out.1234",
                                      "findings for an editor, or for a review of code", NULL},
    .least = 0,
    .most = 3,
    .main = run_advice,
};
