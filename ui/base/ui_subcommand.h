/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_subcommand.h: the subcommands of memspy as rows of one table, from which the parser, --help, the manual page and
 * the shells' completions are generated. */
#pragma once

#include <glib.h>

enum { UI_EXIT_GOOD = 0, UI_EXIT_FAILED = 1, UI_EXIT_USAGE = 2 };

/* One value of an option. */
typedef struct {
  const char *name; /* NULL: after the last value */ /* x */
  const char *summary;
} UiSubcommandValue;

typedef struct UiSubcommand UiSubcommand;
struct UiSubcommand {
  const char *name;
  const char *arguments; /* usage after the options: FILE is a profile, TRACE a trace, BBV a file of basic-block
                          * vectors, PERF a file of perf, BUDGETS a file of budgets, LABEL the label of a run in the
                          * database, MACHINE the name of a machine, PROGRAM a program */
  const char *summary;   /* one line without a full stop */
  const char *help;      /* more text, in lines of up to 110 columns; NULL: none */
  /* GLib's table, ended by G_OPTION_ENTRY_NULL. Values are static variables: a process runs one subcommand. A value is
   * called FILE or OUT if it names a file, and "a|b" if it is one of a few words; the help text has no full stop. */
  const GOptionEntry *options;
  const UiSubcommand *also;                      /* takes the options of that subcommand too; NULL: none */
  const char *listed_option;                     /* the option whose values listed_value() returns; NULL: none */
  UiSubcommandValue (*listed_value)(unsigned i); /* its value number i, from 0 */
  const char *const *examples;      /* alternately a command line and its effect; ended by NULL; NULL: none */
  unsigned least, most;             /* number of arguments after the name */
  const UiSubcommand *const *parts; /* nested subcommands, ended by NULL; NULL: none */
  /* Runs with the arguments after "memspy", ended by NULL; args[0] is the subcommand's name. Can reorder them. Returns
   * the exit status. NULL if there are parts. */
  int (*main)(int n, char **args);
};

/* A row of the table for each, such as ui_run_subcommand for memspy run. */
#define SUBCOMMAND(symbol) extern const UiSubcommand ui_##symbol##_subcommand;
#include "ui/base/ui_subcommands.def"

/* Parses the subcommand's options and leaves its arguments in *args after args[0]. Ends the process after --help,
 * and with UI_EXIT_USAGE after a wrong option. */
void ui_subcommand_options(int *n, char ***args, const UiSubcommand *subcommand);

/* Prints the text of --help to standard output. `words` is the subcommand as typed: "db add". */
void ui_subcommand_help(const UiSubcommand *subcommand, const char *words);

/* Returns a copy of the text that starts with a capital. Owned by the caller. */
char *ui_subcommand_sentence(const char *text);

/* Runs the subcommand that args[0] names, of `subcommands` (ended by NULL). Returns its exit status; -1 if none has
 * that name. */
int ui_subcommand_run(const UiSubcommand *const *subcommands, int n, char **args);

/* Prints "memspy: message" to standard error and frees the error. Returns UI_EXIT_USAGE for a G_OPTION_ERROR, else
 * UI_EXIT_FAILED. */
int ui_subcommand_fail(GError *error);
