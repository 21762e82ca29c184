/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_subcommand.h: the subcommands of memspy as rows of one table. The parser, --help, the manual page and the shells'
 * completions all come from it. */
#ifndef UI_UI_SUBCOMMAND_H
#define UI_UI_SUBCOMMAND_H

#include <glib.h>

enum { UI_EXIT_GOOD = 0, UI_EXIT_FAILED = 1, UI_EXIT_USAGE = 2 };

/* One of the values that an option takes. */
typedef struct {
  const char *name; /* NULL: there is no such value */
  const char *summary;
} UiSubcommandValue;

typedef struct UiSubcommand UiSubcommand;
struct UiSubcommand {
  const char *name;
  const char *arguments; /* what stands behind the options, in words. FILE is a profile, TRACE a trace, BBV a file of
                          * basic-block vectors, PERF a file of perf, BUDGETS a file of budgets, LABEL the label of a
                          * run in the database, MACHINE the name of a machine, PROGRAM a program */
  const char *summary;   /* one line, without a full stop at its end */
  const char *help;      /* what else there is to say, in lines of up to 110 columns; NULL: nothing */
  /* GLib's table of options, ended by G_OPTION_ENTRY_NULL. They are stored in variables of the subcommand's file: a
   * process runs one subcommand. An option's value is called FILE or OUT if it names a file, is written as "a|b" if
   * it is one of a few words; the help text has no full stop. */
  const GOptionEntry *options;
  const UiSubcommand *also;                      /* its options are this one's too; NULL: none */
  const char *listed_option;                     /* the option whose values listed_value() returns; NULL: none */
  UiSubcommandValue (*listed_value)(unsigned i); /* its value number i, from 0 */
  const char *const *examples;      /* a command line, and what it does, by turns; ended by NULL; NULL: none */
  unsigned least, most;             /* arguments besides the name */
  const UiSubcommand *const *parts; /* its own subcommands, ended by NULL; NULL: none */
  /* Takes the arguments behind "memspy", ended by NULL, with the subcommand's name in args[0], and may move them about;
   * returns the exit status. NULL where there are parts. */
  int (*main)(int n, char **args);
};

extern const UiSubcommand ui_show_subcommand;     /* memspy FILE */
extern const UiSubcommand ui_advice_subcommand;   /* memspy advice */
extern const UiSubcommand ui_db_subcommand;       /* memspy db */
extern const UiSubcommand ui_run_subcommand;      /* memspy run */
extern const UiSubcommand ui_attach_subcommand;   /* memspy attach */
extern const UiSubcommand ui_names_subcommand;    /* memspy names */
extern const UiSubcommand ui_report_subcommand;   /* memspy report */
extern const UiSubcommand ui_export_subcommand;   /* memspy export */
extern const UiSubcommand ui_diff_subcommand;     /* memspy diff */
extern const UiSubcommand ui_check_subcommand;    /* memspy check */
extern const UiSubcommand ui_merge_subcommand;    /* memspy merge */
extern const UiSubcommand ui_trace_subcommand;    /* memspy trace */
extern const UiSubcommand ui_replay_subcommand;   /* memspy replay */
extern const UiSubcommand ui_sweep_subcommand;    /* memspy sweep */
extern const UiSubcommand ui_whatif_subcommand;   /* memspy what-if */
extern const UiSubcommand ui_phases_subcommand;   /* memspy phases */
extern const UiSubcommand ui_blocks_subcommand;   /* memspy blocks */
extern const UiSubcommand ui_machines_subcommand; /* memspy machines */
extern const UiSubcommand ui_samples_subcommand;  /* memspy samples */

/* Reads the subcommand's options from *args, and leaves its arguments there, behind args[0]. --help prints what there
 * is to say and ends the process; so do wrong options, with UI_EXIT_USAGE. */
void ui_subcommand_options(int *n, char ***args, const UiSubcommand *subcommand);

/* Prints what --help prints to standard output. `words` is the subcommand as the user gives it: "db add". */
void ui_subcommand_help(const UiSubcommand *subcommand, const char *words);

/* A help text with a capital at its start. Owned by the caller. */
char *ui_subcommand_sentence(const char *text);

/* Runs the one of `subcommands` (ended by NULL) that args[0] names, or returns -1 when it names none. */
int ui_subcommand_run(const UiSubcommand *const *subcommands, int n, char **args);

/* Prints "memspy: message" to standard error, frees the error, and returns UI_EXIT_USAGE if it is a G_OPTION_ERROR,
 * else UI_EXIT_FAILED. */
int ui_subcommand_fail(GError *error);

#endif
