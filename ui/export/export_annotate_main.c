/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_annotate_main.c: the command memspy annotate, which shows the source of a whole program with the counts of
 * each line. */

#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/export/export_annotate.h"
#include "ui/names/name_open.h"

static char *show, *path, *source_path;
static gdouble threshold = 0.1;
static gint context = 8;
static gboolean no_debug_info, no_keys;
static const GOptionEntry options[] = {
    {"show", 0, 0, G_OPTION_ARG_STRING, &show, "The columns; the first one ranks (stall,misses,references)",
     "COUNTER[,COUNTER...]"},
    {"threshold", 0, 0, G_OPTION_ARG_DOUBLE, &threshold,
     "Omit functions and lines below this percentage of the first column (0.1)", "PERCENT"},
    {"context", 0, 0, G_OPTION_ARG_INT, &context, "Show N lines before and after a line with counts (8)", "N"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    {"source-path", 0, 0, G_OPTION_ARG_FILENAME, &source_path,
     "Look for source files there too; FROM=TO replaces FROM by TO", "DIR|FROM=TO[:...]"},
    NAME_OPEN_OPTIONS(&no_debug_info, &no_keys),
    G_OPTION_ENTRY_NULL};

/* Adds a column for a counter. Returns false and sets *error if there is no such counter, or if the profile does not
 * have it. */
static bool add_metric(const Profile *profile, const char *key, ExportAnnotateChoice *choice, GError **error) {
  ViewMetric metric;
  if (!view_metric_find(key, &metric)) {
    g_autoptr(GString) all = g_string_new(NULL);
    for (unsigned i = 0; i < VIEW_METRICS; i++)
      g_string_append_printf(all, "%s%s", i != 0 ? ", " : "", view_metric_key(i));
    return ui_error_option(error, "bad option --show=%s: there is no counter '%s'; expected some of %s", show, key,
                           all->str);
  }
  if (!view_metric_known(profile, metric))
    return ui_error_option(error, "bad option --show=%s: the profile has no '%s'", show, key);
  for (unsigned i = 0; i < choice->n_metrics; i++)
    if (choice->metrics[i] == metric)
      return ui_error_option(error, "bad option --show=%s: '%s' occurs twice", show, key);
  choice->metrics[choice->n_metrics++] = metric;
  return true;
}

/* Sets the default columns, if --show was not given. They are the usual counters that the profile has. The first column
 * is a counter whose total is not 0. */
static bool choose_metrics(const View *view, ExportAnnotateChoice *choice, GError **error) {
  if (show != NULL) {
    g_auto(GStrv) keys = g_strsplit(show, ",", -1);
    bool good = *keys != NULL || add_metric(view->profile, "", choice, error);
    for (char **key = keys; *key != NULL && good; key++) good = add_metric(view->profile, *key, choice, error);
    return good;
  }
  const ViewMetric usual[] = {VIEW_METRIC_STALL, VIEW_METRIC_MISSES, VIEW_METRIC_REFERENCES};
  choice->metrics[choice->n_metrics++] = view->metric;
  for (unsigned i = 0; i < G_N_ELEMENTS(usual); i++)
    if (usual[i] != view->metric && view_metric_known(view->profile, usual[i]))
      choice->metrics[choice->n_metrics++] = usual[i];
  return true;
}

static bool check_numbers(GError **error) {
  if (!(threshold >= 0 && threshold <= 100))
    return ui_error_option(error, "bad option --threshold=%g: expected a percentage from 0 to 100", threshold);
  return context >= 0 ||
         ui_error_option(error, "bad option --context=%d: expected a number of lines, 0 or more", context);
}

static bool write_file(const View *view, const ExportAnnotateChoice *choice, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  export_annotate(view, choice, output.file);
  return ui_output_finish(&output, error);
}

static int run(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_annotate_subcommand);
  GError *error = NULL;
  if (!check_numbers(&error) || (source_path != NULL && !analysis_source_where_check(source_path, &error)))
    return ui_subcommand_fail(error);
  NameOpen open;
  ExportAnnotateChoice choice = {.least = threshold, .context = (uint32_t)context, .where = source_path};
  const bool good = name_open(&open, args[1], !no_debug_info, no_keys ? NULL : args[1], &error) &&
                    choose_metrics(open.view, &choice, &error) && write_file(open.view, &choice, &error);
  name_open_close(&open);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_annotate_subcommand = {
    .name = "annotate",
    .arguments = "FILE",
    .summary = "print the source of a program with the counts of each line",
    .help =
        "The text has the layout of cg_annotate: the totals, the functions, and then each source file with the lines\n"
        "that have counts, and the lines around them. COUNTER is a key of the session's command sort: stall, misses,\n"
        "references, cold, false_sharing ...",
    .options = options,
    .examples = (const char *const[]){"memspy annotate memspy.out.1234 | less", "the whole program",
                                      "memspy annotate --show=misses,cold,conflict --threshold=1 memspy.out.1234",
                                      "lines with at least 1 % of the misses, with two of their causes", NULL},
    .least = 1,
    .most = 1,
    .main = run,
};
