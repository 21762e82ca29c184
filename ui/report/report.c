/* SPDX-License-Identifier: GPL-2.0-or-later
 * report.c: memspy report. */
#include <stdbool.h>
#include <stdio.h>

#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_open.h"
#include "ui/names/name_table.h"
#include "ui/report/report_data.h"
#include "ui/report/report_names.h"
#include "ui/report/report_page.h"
#include "ui/results/results_curves_file.h"

static char *html, *source_path, *sweep_path, *tried_path; /* values of the options */
static gboolean no_debug_info, no_keys;

static bool load_run(ReportRun *run, const char *path, GError **error) {
  run->path = path;
  run->profile = profile_load(path, error);
  if (run->profile == NULL) return false;
  run->names = name_table_new(run->profile, !no_debug_info);
  run->view = view_new(run->profile, name_table_labels(run->names));
  run->keys = no_keys ? view_keys_new() : name_open_keys(run->view, path);
  return true;
}

static void free_run(ReportRun *run) {
  if (run->profile == NULL) return;
  view_keys_free(run->keys);
  view_curves_free(run->curves);
  advice_tried_free(run->tried);
  view_free(run->view);
  name_table_free(run->names);
  profile_free(run->profile);
}

/* The profiles of the page. */
typedef struct {
  ReportRun runs[REPORT_RUNS];
  unsigned n;
} ReportProfiles;

static void put_data(const void *profiles, const ReportPageData *to) {
  const ReportProfiles *p = profiles;
  report_data_put(p->runs, p->n, source_path, to);
}

static bool write_page(const char *path, const ReportProfiles *profiles, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  report_page_put(output.file, REPORT_PAGE_PROFILE, put_data, profiles);
  return ui_output_finish(&output, error);
}

static const GOptionEntry options[] = {
    {"html", 'o', 0, G_OPTION_ARG_FILENAME, &html, "Write the page to OUT, or with - to standard output (FILE.html)",
     "OUT"},
    {"source-path", 0, 0, G_OPTION_ARG_FILENAME, &source_path,
     "Look for source files there too; FROM=TO replaces FROM by TO", "DIR|FROM=TO[:...]"},
    {"sweep", 0, 0, G_OPTION_ARG_FILENAME, &sweep_path,
     "Also plot the file of memspy run or memspy replay with --sweep-by=bin", "SWEEP"},
    {"tried", 0, 0, G_OPTION_ARG_FILENAME, &tried_path, "Also show the file of memspy what-if --try --json", "TRIED"},
    {"no-keys", 0, 0, G_OPTION_ARG_NONE, &no_keys, "Ignore the names that were saved for the program", NULL},
    NAME_TABLE_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

static int run_report(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_report_subcommand);
  GError *error = NULL;
  if (source_path != NULL && !analysis_source_where_check(source_path, &error)) return ui_subcommand_fail(error);
  ReportProfiles profiles = {.n = (unsigned)n - 1};
  g_autofree char *named = g_strconcat(args[1], profiles.n == 1 ? ".html" : ".diff.html", NULL);
  const char *path = html != NULL ? html : named;
  ReportRun *first = &profiles.runs[0];
  bool good = true;
  for (unsigned i = 0; i < profiles.n && good; i++) good = load_run(&profiles.runs[i], args[i + 1], &error);
  if (good && sweep_path != NULL) good = (first->curves = results_curves_load(sweep_path, &error)) != NULL;
  if (good && tried_path != NULL) good = (first->tried = results_tried_load(tried_path, &error)) != NULL;
  good = good && write_page(g_str_equal(path, "-") ? NULL : path, &profiles, &error);
  for (unsigned i = 0; i < profiles.n; i++) free_run(&profiles.runs[i]);
  if (!good) return ui_subcommand_fail(error);
  g_autofree char *printable = ui_text_escaped(path);
  if (html == NULL) printf("The page is in %s\n", printable);
  return UI_EXIT_GOOD;
}

const UiSubcommand ui_report_subcommand = {
    .name = "report",
    .arguments = "FILE [FILE2]",
    .summary = "write a page that shows a profile, or how two differ",
    .help =
        "The page shows the whole profile FILE, and its difference from FILE2, if given. It needs no other file and\n"
        "no network. The page of two profiles is FILE.diff.html, and opens on their difference. The file appears\n"
        "only when complete.",
    .options = options,
    .examples = (const char *const[]){"memspy report memspy.out.1234", "a page for a browser, memspy.out.1234.html",
                                      "memspy report --html=step1.html memspy.out.1234 memspy.out.1301",
                                      "a page with the changes from one run to another", NULL},
    .least = 1,
    .most = REPORT_RUNS,
    .main = run_report,
};
