/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_main.c: the command memspy: one table of subcommands; any other argument is a profile to show.
 *
 * memspy --tables prints the tables for docs/make-manual and docs/make-completion. */
#include "ui/base/ui_subcommand.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_dispatch.h"
#include "ui/base/ui_help.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_newest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_stack.h"
#include "ui/base/ui_text.h"
#include "ui/ui_print_tables.h"

static const UiSubcommand *const subcommands[] = {
#define SUBCOMMAND(symbol) &ui_##symbol##_subcommand,
#include "ui/base/ui_subcommands.def"
    NULL};

static void print_help(void) {
  g_autoptr(GString)
      out = g_string_new("Usage: memspy [OPTION...] FILE\n"
                         "       memspy SUBCOMMAND ...\n\n"
                         "Shows where a program's memory stall time goes: which code, on which data, and why.\n\n"
                         "Subcommands:\n");
  for (const UiSubcommand *const *row = subcommands; *row != NULL; row++)
    g_string_append_printf(out, "  %s %s%s\n      %s\n", (*row)->name, (*row)->parts != NULL ? "" : "[OPTION...] ",
                           (*row)->arguments, (*row)->summary);
  g_string_append(out, "\nThe word show may be left out. memspy help SUBCOMMAND lists the options of each.\n"
                       "memspy --version prints the version. The manual page memspy(1) holds all of this and more.\n");
  ui_help_print(out->str, stdout);
}

/* Reports an argument that is neither a subcommand nor a file. */
static int fail_unknown(const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (const UiSubcommand *const *row = subcommands; *row != NULL; row++) ui_nearest_offer(&nearest, (*row)->name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  fprintf(stderr, "memspy: there is neither a file nor a subcommand '%s'", printable);
  if (near != NULL) fprintf(stderr, "; the nearest is 'memspy %s'", near);
  fputs(" (see memspy --help)\n", stderr);
  return UI_EXIT_USAGE;
}

/* memspy help SUBCOMMAND */
static int help_about(char *name) {
  const int status = ui_dispatch(subcommands, 2, (char *[]){name, (char[]){"--help"}, NULL});
  return status >= 0 ? status : fail_unknown(name);
}

/* Shows the newest profile in this folder; prints the help if there is none. */
static int run_without_arguments(void) {
  g_autofree char *newest = ui_newest_profile();
  if (newest != NULL) return ui_dispatch(subcommands, 1, (char *[]){(char[]){"last"}, NULL});
  print_help();
  return UI_EXIT_USAGE;
}

static void note_broken_pipe(int number) { (void)number; }

static int run_command(int n, char **args) {
  /* Not LC_NUMERIC: numbers look alike everywhere. */
  setlocale(LC_CTYPE, "");
  /* Writing to a pipe closed by its reader fails with EPIPE, which ends memspy quietly. Programs that memspy runs would
   * inherit SIG_IGN, but not a handler. */
  signal(SIGPIPE, note_broken_pipe);
  atexit(ui_output_end_standard);
  if (n < 2) return run_without_arguments();
  if (n == 3 && strcmp(args[1], "help") == 0) return help_about(args[2]);
  if (strcmp(args[1], "--help") == 0 || strcmp(args[1], "-h") == 0 || strcmp(args[1], "help") == 0) {
    print_help();
    return UI_EXIT_GOOD;
  }
  if (strcmp(args[1], "--version") == 0) {
    puts("memspy " VERSION);
    return UI_EXIT_GOOD;
  }
  if (strcmp(args[1], "--tables") == 0) {
    ui_print_tables(subcommands, stdout);
    return UI_EXIT_GOOD;
  }
  const int status = ui_dispatch(subcommands, n - 1, args + 1);
  if (status >= 0) return status;
  if (args[1][0] != '-' && strchr(args[1], '/') == NULL && !g_file_test(args[1], G_FILE_TEST_EXISTS))
    return fail_unknown(args[1]);
  args[0] = (char[]){"show"};
  return ui_dispatch(subcommands, n, args);
}

int main(int n, char **args) { return ui_stack_run(run_command, n, args, UI_EXIT_FAILED); }
