/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_main.c: the subcommand `memspy check`, which compares runs with budgets.
 *
 * The command is `memspy check BUDGETS PROFILE ...`, or `memspy check BUDGETS -- PROGRAM ...`. The second form runs the
 * program as `memspy run` does. It passes those options before "--" that `memspy check` does not have to `memspy
 * run`. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/budgets/budget_init.h"
#include "ui/budgets/budget_report.h"
#include "ui/db/db_pack.h"
#include "ui/db/db_run.h"
#include "ui/launch/launch_run.h"

enum { EXIT_PASSED = 0, EXIT_EXCEEDED = 1, EXIT_UNKNOWN = 2 };

static const struct {
  const char *name, *summary;
  BudgetFormat *append;
} formats[] = {
    {"text", "a line for each budget, and what to do", budget_text},
    {"markdown", "tables, for a comment or a summary", budget_markdown},
    {"junit", "JUnit XML; docs/check-junit.xsd is its schema", budget_junit},
};

static char *format, *path, *baseline, *database; /* the options */
static gboolean init, no_debug_info;
static const GOptionEntry options[] = {
    {"baseline", 0, 0, G_OPTION_ARG_STRING, &baseline,
     "What `baseline` is in BUDGETS: a profile, or a label of the database", "RUN"},
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &database, "The database (memspy/runs.db in the user's data)", "FILE"},
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format, "How to write the verdicts (text)", "FORMAT"},
    {"init", 0, 0, G_OPTION_ARG_NONE, &init, "Write budgets to begin with, which the profile FILE keeps to", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    NAME_TABLE_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

static UiSubcommandValue format_at(unsigned i) {
  return i < G_N_ELEMENTS(formats) ? (UiSubcommandValue){formats[i].name, formats[i].summary}
                                   : (UiSubcommandValue){.name = NULL};
}

/* Reports an error that prevents a verdict. Returns the exit status, which differs from the exit status for an exceeded
 * budget. */
static int fail(GError *error) {
  ui_subcommand_fail(error);
  return EXIT_UNKNOWN;
}

/* Returns the index of the requested format. If there is no such format, prints a message and returns
 * G_N_ELEMENTS(formats). */
static unsigned find_format(void) {
  unsigned which = 0;
  UiNearest nearest;
  ui_nearest_start(&nearest, format != NULL ? format : "");
  while (format != NULL && which < G_N_ELEMENTS(formats) && strcmp(format, formats[which].name) != 0)
    ui_nearest_offer(&nearest, formats[which++].name);
  const char *near = ui_nearest_take(&nearest);
  if (which < G_N_ELEMENTS(formats)) return which;
  g_autofree char *printable = ui_text_escaped(format);
  fprintf(stderr, "memspy check: --format=%s: there is no such format; ", printable);
  fprintf(stderr, near != NULL ? "the nearest is '%s'\n" : "there are text, markdown and junit%s\n",
          near != NULL ? near : "");
  return which;
}

static bool write_text(const GString *text, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  fwrite(text->str, 1, text->len, output.file);
  return ui_output_finish(&output, error);
}

/* ---- baselines ---- */

/* Loads the run with a label from the database. Returns NULL and sets *error on failure. */
static BudgetProfile *load_label(const char *label, GError **error) {
  g_autofree char *file = database != NULL ? g_strdup(database) : db_default_path();
  Db db;
  if (!db_open(&db, file, false, error)) return NULL;
  const int fd = db_run_open(&db, label, error);
  db_close(&db);
  if (fd < 0) return NULL;
  g_autofree char *profile = db_file_path(fd);
  BudgetProfile *loaded = budget_profile_load(profile, label, !no_debug_info, error);
  close(fd);
  return loaded;
}

/* Loads the baseline that the option specifies, or else the one that the budget file specifies. File names in the
 * budget file are relative to the folder of that file. A file has precedence over a label. */
static BudgetProfile *load_baseline(const BudgetFile *file, GError **error) {
  const char *name = baseline != NULL ? baseline : file->baseline;
  const Budget *first = budget_file_of_baseline(file);
  if (name == NULL) {
    g_autofree char *printable = ui_text_escaped(file->path);
    g_set_error(error, BUDGET_ERROR, 0, "%s:%u: there is no baseline: give --baseline=RUN, or a line 'baseline RUN'",
                printable, first->line);
    return NULL;
  }
  g_autofree char *folder = g_path_get_dirname(file->path);
  g_autofree char *beside = baseline != NULL || g_path_is_absolute(name) ? g_strdup(name)
                                                                         : g_build_filename(folder, name, NULL);
  if (g_file_test(beside, G_FILE_TEST_EXISTS)) return budget_profile_load(beside, name, !no_debug_info, error);
  BudgetProfile *found = load_label(name, error);
  if (found != NULL) return found;
  g_autofree char *printable = ui_text_escaped(name);
  g_prefix_error(error, "baseline '%s' is no file; as a run of the database: ", printable);
  return NULL;
}

/* ---- running the command ---- */

/* Writes a report of the verdicts in format number `which`. Returns the exit status. */
static int write_report(const BudgetReport *report, unsigned which) {
  const Screen screen = screen_for(path == NULL ? STDOUT_FILENO : -1);
  GError *error = NULL;
  g_autoptr(GString) out = g_string_new(NULL);
  formats[which].append(&screen, report, out);
  if (!write_text(out, &error)) return fail(error);
  if (budget_report_count(report, BUDGET_VERDICT_EXCEEDED) > 0) return EXIT_EXCEEDED;
  return budget_report_count(report, BUDGET_VERDICT_UNKNOWN) > 0 ? EXIT_UNKNOWN : EXIT_PASSED;
}

/* Compares the run in the profile `name` with the budgets, and adds the verdicts to the report. */
static bool add_run(BudgetReport *report, const char *name, const BudgetProfile *base, GError **error) {
  BudgetProfile *profile = budget_profile_load(name, name, !no_debug_info, error);
  if (profile == NULL) return false;
  budget_report_add(report, name, budget_judge(report->file, profile, base));
  budget_profile_free(profile);
  return true;
}

/* Runs the program that the user specified. Returns false after printing a message if the program left no profile. */
static bool run_program(char **words, char **profile) {
  const int status = launch_run_program(words, profile);
  if (status == 0 && *profile != NULL) return true;
  if (status != 0)
    fprintf(stderr, "memspy check: the run ended with status %d, so there is nothing to judge\n", status);
  else
    fputs("memspy check: the run left no profile\n", stderr);
  return false;
}

/* Judges the profiles `names`, a list that ends with NULL. If `words` is not NULL, it contains arguments of `memspy
 * run`. Then the function also runs this program and judges its profile. */
static int judge(const BudgetFile *file, char **names, char **words, unsigned which) {
  GError *error = NULL;
  BudgetProfile *base = NULL;
  if (budget_file_of_baseline(file) != NULL && (base = load_baseline(file, &error)) == NULL) return fail(error);
  g_autofree char *made = NULL;
  bool good = words == NULL || run_program(words, &made);
  int status = EXIT_UNKNOWN;
  if (good) {
    BudgetReport *report = budget_report_new(file);
    char *one[] = {made, NULL};
    for (char **name = words != NULL ? one : names; *name != NULL && good; name++)
      good = add_run(report, *name, base, &error);
    status = good ? write_report(report, which) : fail(error);
    budget_report_free(report);
  }
  budget_profile_free(base);
  return status;
}

static int write_init(const char *name) {
  GError *error = NULL;
  BudgetProfile *profile = budget_profile_load(name, name, !no_debug_info, &error);
  if (profile == NULL) return fail(error);
  g_autoptr(GString) out = g_string_new(NULL);
  const bool good = budget_init(profile, name, out, &error);
  budget_profile_free(profile);
  return good && write_text(out, &error) ? EXIT_PASSED : fail(error);
}

/* ---- the command line ---- */

/* Parses the options and arguments, and runs the command. `words` has the same meaning as for judge(). */
static int check(int n, char **args, char **words) {
  ui_subcommand_options(&n, &args, &ui_check_subcommand);
  const char *wrong = NULL;
  if (init && (words != NULL || n != 2)) wrong = "--init takes one profile, and nothing else";
  if (!init && words != NULL && n != 2) wrong = "only BUDGETS and options can precede --";
  if (!init && words == NULL && n < 3) wrong = "the arguments should be: BUDGETS FILE..., or BUDGETS -- PROGRAM";
  if (wrong != NULL) {
    fprintf(stderr, "memspy check: %s (see memspy help check)\n", wrong);
    return UI_EXIT_USAGE;
  }
  const unsigned which = find_format();
  if (which == G_N_ELEMENTS(formats)) return UI_EXIT_USAGE;
  GError *error = NULL;
  if (path != NULL && !ui_output_check(path, &error)) return fail(error);
  if (init) return write_init(args[1]);
  BudgetFile *file = budget_file_load(args[1], &error);
  if (file == NULL) return fail(error);
  const int status = judge(file, args + 2, words, which);
  budget_file_free(file);
  return status;
}

static int run_check(int n, char **args) {
  if (n > 1 && (strcmp(args[1], "--help") == 0 || strcmp(args[1], "-h") == 0)) {
    ui_subcommand_help(&ui_check_subcommand, args[0]);
    putchar('\n');
    budget_words_print(stdout);
    return UI_EXIT_GOOD;
  }
  int dashes = 1;
  while (dashes < n && strcmp(args[dashes], "--") != 0) dashes++;
  if (dashes == n) return check(n, args, NULL);
  g_autoptr(GPtrArray) ours = g_ptr_array_new(), runs = g_ptr_array_new();
  GError *error = NULL;
  if (!launch_run_part(&ui_check_subcommand, dashes, args, (const char *const[]){NULL}, ours, runs, &error))
    return fail(error);
  return check((int)ours->len - 1, (char **)ours->pdata, (char **)runs->pdata);
}

const UiSubcommand ui_check_subcommand = {
    .name = "check",
    .arguments = "BUDGETS FILE...",
    .summary = "compare runs with budgets, and say what to do where one is exceeded",
    .help =
        "BUDGETS has a budget in each line, such as: misses of \"double *.x\" in forward <= 15000. To run a program\n"
        "first: memspy check BUDGETS [OPTION...] -- PROGRAM [ARGUMENT...], with options of memspy run among OPTION.\n"
        "The exit status is 0, or 1 if a budget is exceeded, or else 2 if one cannot be judged or anything is wrong.\n"
        "Names are those of the profile, whatever they were renamed to. memspy help check lists the words of budgets,\n"
        "docs/check.md describes them.",
    .options = options,
    .listed_option = "format",
    .listed_value = format_at,
    .examples = (const char *const[]){"memspy check --init -o prog.budgets memspy.out.1234",
                                      "budgets to begin with: the totals and the greatest cells of a run",
                                      "memspy check prog.budgets -- ./prog input",
                                      "runs the program, and judges the run",
                                      "memspy check --baseline=before prog.budgets memspy.out.1234",
                                      "with `baseline` as the run of that label in the database", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_check,
};
