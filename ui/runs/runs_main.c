/* SPDX-License-Identifier: GPL-2.0-or-later
 * runs_main.c: the subcommand `memspy compare`. */
#include "ui/runs/runs_main.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_open.h"
#include "ui/runs/runs_output.h"

enum { ROWS = 12 };

static char *html, *path, *label_list, *metric_key; /* values of the command-line options */
static gboolean as_json, no_debug_info, no_keys;
static int top = ROWS;
static const GOptionEntry options[] = {
    {"html", 0, 0, G_OPTION_ARG_FILENAME, &html, "Write a page for a browser to OUT", "OUT"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON; docs/compare.schema.json is its schema", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    {"labels", 'l', 0, G_OPTION_ARG_STRING, &label_list,
     "Titles of the columns, separated by commas (the files' names)", "LABELS"},
    {"metric", 'm', 0, G_OPTION_ARG_STRING, &metric_key, "What the rows of data and functions show (stall)", "COUNTER"},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "Show at most N data, functions and stages (12)", "N"},
    NAME_OPEN_OPTIONS(&no_debug_info, &no_keys),
    G_OPTION_ENTRY_NULL};

static ViewMetric metric;

static bool check_metric(GError **error) {
  metric = VIEW_METRIC_STALL;
  if (metric_key == NULL || view_metric_find(metric_key, &metric)) return true;
  g_autofree char *printable = ui_text_escaped(metric_key);
  return ui_fail_option(error, "--metric=%s: it must be a counter, such as stall, misses, replacement or false_sharing",
                        printable);
}

bool runs_check(GError **error) {
  if (top < 1) return ui_fail_option(error, "--top=%d: it must be at least 1", top);
  const UiOutputFile files[] = {{"html", html}, {"output", path}};
  return check_metric(error) && ui_output_files_check(files, G_N_ELEMENTS(files), error);
}

static void put_text(const RunsTable *table, FILE *file) {
  const Screen screen = screen_for(fileno(file));
  g_autoptr(GString) out = g_string_new(NULL);
  runs_text(&screen, table, out);
  fwrite(out->str, 1, out->len, file);
}

static bool write_to(const char *name, void (*put)(const RunsTable *table, FILE *file), const RunsTable *table,
                     GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, name, error)) return false;
  put(table, output.file);
  return ui_output_finish(&output, error);
}

static bool write_all(const RunsTable *table, GError **error) {
  if (html != NULL && !write_to(html, runs_page, table, error)) return false;
  return (html != NULL && path == NULL && !as_json) || write_to(path, as_json ? runs_json : put_text, table, error);
}

int runs_compare(const char *const *files, const char *const *labels, unsigned n, const char *beside) {
  NameOpen opened[RUNS_MOST] = {{.profile = NULL}};
  RunsRun runs[RUNS_MOST];
  GError *error = NULL;
  bool good = true;
  for (unsigned i = 0; i < n && good; i++) {
    const char *keys = no_keys ? NULL : beside != NULL ? beside : files[i];
    good = name_open(&opened[i], files[i], !no_debug_info, keys, &error);
    runs[i] = (RunsRun){labels[i], opened[i].view};
  }
  if (good) {
    g_autoptr(RunsTable) table = runs_table_new(runs, n, metric, (uint32_t)top);
    good = write_all(table, &error);
  }
  for (unsigned i = 0; i < n; i++) name_open_close(&opened[i]);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static int run_compare(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_compare_subcommand);
  GError *error = NULL;
  if (!runs_check(&error)) return ui_subcommand_fail(error);
  g_auto(GStrv) labels = label_list != NULL ? g_strsplit(label_list, ",", -1) : g_strdupv(args + 1);
  const unsigned given = g_strv_length(labels), files = (unsigned)n - 1;
  if (given != files) {
    ui_fail_option(&error, "--labels: there are %u labels, but %u files", given, files);
    return ui_subcommand_fail(error);
  }
  for (unsigned i = 0; label_list == NULL && i < files; i++) {
    g_free(labels[i]);
    labels[i] = g_path_get_basename(args[i + 1]);
  }
  return runs_compare((const char *const *)args + 1, (const char *const *)labels, files, NULL);
}

const UiSubcommand ui_compare_subcommand = {
    .name = "compare",
    .arguments = "FILE FILE...",
    .summary = "show several runs side by side",
    .help =
        "A table with a column for each profile, at most 16: totals, the load of the processors, the stall of each data\n"
        "bin and function, and the simulated time of each stage. Data and functions of different runs are one row if they\n"
        "have the same name. On the page, a strip also shows what each processor did over time. memspy diff tells more\n"
        "about the difference of two runs.",
    .options = options,
    .examples = (const char *const[]){"memspy compare amd.memspy metis.memspy natural.memspy", "three orderings",
                                      "memspy compare --html=threads.html --labels=1,2,4 t1.memspy t2.memspy t4.memspy",
                                      "a page of runs with 1, 2 and 4 threads", NULL},
    .least = 2,
    .most = RUNS_MOST,
    .main = run_compare,
};
