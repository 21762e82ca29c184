/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_subcommand.h: the subcommands of memspy, as rows of one table. The parser, --help, the manual page and the shells'
 * completions are generated from this table. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { UI_EXIT_GOOD = 0, UI_EXIT_FAILED = 1, UI_EXIT_USAGE = 2 };

/* A value of an option, for completions. */
typedef struct {
  const char *name; /* name of the value; NULL: this is the end of the values */
  const char *summary;
} UiSubcommandValue;

typedef struct UiSubcommand UiSubcommand;
struct UiSubcommand {
  const char *name;
  const char *arguments; /* the arguments after the options, for the usage line. FILE is a profile, TRACE a trace, BBV a
                            file of basic-block vectors, PERF a file of perf, BUDGETS a file of budgets, LABEL the label
                            of a run in the database, MACHINE the name of a machine, PROGRAM a program */
  const char *summary;   /* summary in one line, without a full stop */
  const char *help;      /* additional help text, in lines of at most 110 columns; NULL: none */
  /* Table of options for GLib, ended by G_OPTION_ENTRY_NULL. The values of the options are static variables, because a
   * process runs only one subcommand. In the table, a value is called FILE or OUT if it names a file, and "a|b" if it
   * is one of a few words. The help text of an option has no full stop. */
  const GOptionEntry *options;
  const UiSubcommand *also;                      /* another subcommand whose options this one also accepts; NULL:
                                                    none */
  const char *listed_option;                     /* name of the option whose values listed_value() returns; NULL:
                                                    none */
  UiSubcommandValue (*listed_value)(unsigned i); /* returns value number i of `listed_option`, from 0 */
  const char *const *examples;      /* alternating command lines and descriptions of their effect, ended by NULL; NULL:
                                       no examples */
  const char *const *exclusive;     /* names of options that exclude each other, ended by NULL; NULL: none */
  bool passes;                      /* whether the subcommand passes unknown options to the tool. Its first argument is
                                       then a program, and the words after the program are not options of memspy */
  unsigned least, most;             /* minimum and maximum number of arguments after the name */
  const UiSubcommand *const *parts; /* nested subcommands, ended by NULL; NULL: none */
  /* Runs the subcommand and returns its exit status. `args` contains the arguments after "memspy" and ends with NULL;
   * args[0] is the name of the subcommand. The function can reorder the arguments. NULL if there are nested
   * subcommands. */
  int (*main)(int n, char **args);
};

/* Declares each row of the table, such as ui_run_subcommand for `memspy run`. */
#define SUBCOMMAND(symbol) extern const UiSubcommand ui_##symbol##_subcommand;
#include "ui/base/ui_subcommands.def"

/* Parses the options of the subcommand. Leaves its other arguments in *args, after args[0]. Ends the process after
 * --help, and after a wrong option with UI_EXIT_USAGE. */
void ui_subcommand_options(int *n, char ***args, const UiSubcommand *subcommand);

/* Returns the option in a word: --NAME, --NAME=VALUE or -L, or the first of several letters, with the options of `also`;
 * NULL: there is none. Otherwise sets *value to whether the next word is the option's value. */
const GOptionEntry *ui_subcommand_option(const UiSubcommand *subcommand, const char *word, bool *value);

/* Prints the text of --help to standard output. `words` is the subcommand as the user types it, such as "db add". */
void ui_subcommand_help(const UiSubcommand *subcommand, const char *words);

/* Returns a copy of the text in which the first letter is a capital. The caller owns the copy. */
char *ui_subcommand_sentence(const char *text);

/* Prints "memspy: message" to standard error and frees the error. Returns UI_EXIT_USAGE for a G_OPTION_ERROR; otherwise
 * UI_EXIT_FAILED. */
int ui_subcommand_fail(GError *error);
