/* ui_main.c: the command memspy: one table of subcommands; what is none of them is a profile to show.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/ui_main.h"

#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/ui_nearest.h"
#include "ui/ui_text.h"

static const struct {
  const char *name;
  const char *arguments;
  const char *summary;
  int (*main)(int n, char **args);
} subcommands[] = {
    {"show", "FILE", "show a profile and answer questions about it (also without the word show)", ui_show_main},
    {"run", "[OPTION...] -- PROGRAM [ARGUMENT...]", "profile a program and show the result", ui_run_main},
    {"export", "--format=FORMAT FILE", "write a profile for other programs", ui_export_main},
};

static void print_help(void) {
  puts("Usage: memspy [OPTION...] FILE\n"
       "       memspy SUBCOMMAND ...\n\n"
       "Shows where a program's memory stall time goes: which code, on which data, and why.\n\n"
       "Subcommands:");
  for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++)
    printf("  %s %s\n      %s\n", subcommands[i].name, subcommands[i].arguments, subcommands[i].summary);
  puts("\nmemspy SUBCOMMAND --help tells the options of each; memspy show --help those of memspy FILE.\n"
       "memspy --version prints the version.");
}

void ui_main_options(int *n, char ***args, const GOptionEntry *options, const char *usage, const char *help, int least,
                     int most) {
  /* In the words of the user, who need not have said "show". */
  g_autofree char *program = g_strdup_printf("memspy %s", (*args)[0]);
  g_set_prgname(program);
  GOptionContext *context = g_option_context_new(usage);
  g_option_context_set_description(context, help);
  g_option_context_add_main_entries(context, options, NULL);
  GError *error = NULL;
  bool good = g_option_context_parse(context, n, args, &error);
  g_option_context_free(context);
  if (*n > 1 && strcmp((*args)[1], "--") == 0) {
    memmove(*args + 1, *args + 2, sizeof **args * (size_t)(*n - 1));
    --*n;
  }
  if (good && (*n - 1 < least || *n - 1 > most)) {
    good = false;
    g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the arguments should be: %s", usage);
  }
  if (good) return;
  fprintf(stderr, "%s: %s (see %s --help)\n", program, error->message, program);
  exit(UI_EXIT_USAGE);
}

int ui_main_fail(GError *error) {
  fprintf(stderr, "memspy: %s\n", error->message);
  g_error_free(error);
  return UI_EXIT_FAILED;
}

/* What is neither a subcommand nor the name of a file. */
static int fail_unknown(const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++) ui_nearest_offer(&nearest, subcommands[i].name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  fprintf(stderr, "memspy: there is neither a file nor a subcommand '%s'", printable);
  if (near != NULL) fprintf(stderr, "; the nearest is 'memspy %s'", near);
  fputs(" (see memspy --help)\n", stderr);
  return UI_EXIT_USAGE;
}

static void note_broken_pipe(int number) {
  (void)number;
}

int main(int n, char **args) {
  /* Not LC_NUMERIC: numbers look alike everywhere. */
  setlocale(LC_CTYPE, "");
  /* Writing to a pipe that nobody reads then fails with EPIPE, which ends memspy quietly. A handler, because
   * programs that memspy runs would inherit SIG_IGN. */
  signal(SIGPIPE, note_broken_pipe);
  if (n < 2) {
    print_help();
    return UI_EXIT_USAGE;
  }
  if (strcmp(args[1], "--help") == 0 || strcmp(args[1], "-h") == 0 || strcmp(args[1], "help") == 0) {
    print_help();
    return UI_EXIT_GOOD;
  }
  if (strcmp(args[1], "--version") == 0) {
    puts("memspy " VERSION);
    return UI_EXIT_GOOD;
  }
  for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++)
    if (strcmp(args[1], subcommands[i].name) == 0) return subcommands[i].main(n - 1, args + 1);
  if (args[1][0] != '-' && strchr(args[1], '/') == NULL && !g_file_test(args[1], G_FILE_TEST_EXISTS))
    return fail_unknown(args[1]);
  args[0] = (char[]){"show"};
  return ui_show_main(n, args);
}
