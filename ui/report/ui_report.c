/* ui_report.c: memspy report.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>
#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/analysis/ui_source_text.h"
#include "ui/names/ui_names.h"
#include "ui/report/ui_page.h"
#include "ui/report/ui_report_data.h"

static char *html, *source_path; /* the options */
static gboolean no_debug_info;

static bool write_page(const char *path, const UiReportRun *runs, unsigned n, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  ui_page_begin(output.file);
  ui_report_data_put(output.file, runs, n, source_path);
  ui_page_end(output.file);
  return ui_output_finish(&output, error);
}

static const GOptionEntry options[] = {
    {"html", 0, 0, G_OPTION_ARG_FILENAME, &html, "Write the page to OUT (- is standard output); it must be said", "OUT"},
    {"source-path", 0, 0, G_OPTION_ARG_FILENAME, &source_path,
     "Look for source files there too; with FROM=TO, in TO for FROM", "DIR|FROM=TO[:...]"},
    UI_NAMES_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

static int run_report(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_report_subcommand);
  if (html == NULL) {
    fputs("memspy report: --html is missing (see memspy report --help)\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  if (source_path != NULL && !ui_source_where_check(source_path, &error)) return ui_subcommand_fail(error);
  const unsigned n_runs = (unsigned)n - 1;
  UiProfile *profiles[UI_REPORT_RUNS] = {NULL};
  UiNames *names[UI_REPORT_RUNS] = {NULL};
  UiView *views[UI_REPORT_RUNS] = {NULL};
  UiReportRun runs[UI_REPORT_RUNS];
  bool good = true;
  for (unsigned i = 0; i < n_runs && good; i++) {
    profiles[i] = ui_profile_load(args[i + 1], &error);
    good = profiles[i] != NULL;
    if (!good) break;
    names[i] = ui_names_new(profiles[i], !no_debug_info);
    views[i] = ui_view_new(profiles[i], ui_names_labels(names[i]));
    runs[i] = (UiReportRun){args[i + 1], names[i], views[i]};
  }
  good = good && write_page(g_str_equal(html, "-") ? NULL : html, runs, n_runs, &error);
  for (unsigned i = 0; i < n_runs; i++) {
    if (views[i] != NULL) ui_view_free(views[i]);
    if (names[i] != NULL) ui_names_free(names[i]);
    ui_profile_free(profiles[i]);
  }
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_report_subcommand = {
    .name = "report",
    .arguments = "FILE [FILE2]",
    .summary = "write a page that shows a profile, or how two differ",
    .help = "The page shows all that the profile FILE says, and, if there is a FILE2, how that differs. It needs nothing\n"
            "but itself: a browser opens it from the disk. The file OUT is there only when it is complete.",
    .options = options,
    .examples = (const char *const[]){"memspy report --html=matmul.html memspy.out.1234", "a page for a browser",
                                      "memspy report --html=step1.html memspy.out.1234 memspy.out.1301",
                                      "a page with what changed from one run to another", NULL},
    .least = 1,
    .most = UI_REPORT_RUNS,
    .main = run_report,
};
