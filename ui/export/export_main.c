/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_main.c: the command memspy export, which writes a profile in one of several formats. */
#include <unistd.h>

#include "ui/base/ui_choice.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/export/export.h"
#include "ui/names/name_open.h"

static const struct {
  const char *name;
  const char *summary;
  ExportFunction *exporter;
  bool timed; /* whether the format requires a profile with intervals */
} formats[] = {
#define FORMAT(name, summary, timed) {#name, summary, export_##name, timed},
#include "ui/export/export_formats.def"
};

static const char *const outermost[] = {"code", "data"}; /* the values of --by */

/* the values of --code; with the second one, code items are whole functions */
static const char *const levels[] = {"inlined", "function"};

static char *format, *weight, *by, *code, *path; /* the options */
static gboolean no_debug_info, no_keys;
static const GOptionEntry options[] = {
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format, "What to write (required)", "FORMAT"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    {"weight", 'w', 0, G_OPTION_ARG_STRING, &weight, "What stacks weigh, and callgrind shows first (stall)", "COUNTER"},
    {"code", 0, 0, G_OPTION_ARG_STRING, &code,
     "Whether inlined functions are apart from the functions that contain them (inlined; callgrind with callers: "
     "function)",
     "inlined|function"},
    {"by", 0, 0, G_OPTION_ARG_STRING, &by, "Whose the costs are, or which end stacks begin at (code)", "code|data"},
    NAME_OPEN_OPTIONS(&no_debug_info, &no_keys),
    G_OPTION_ENTRY_NULL};

static const char *format_name(unsigned i) { return i < G_N_ELEMENTS(formats) ? formats[i].name : NULL; }

static const char *weight_name(unsigned i) { return i < VIEW_METRICS ? view_metric_key(i) : NULL; }

static const char *by_name(unsigned i) { return i < G_N_ELEMENTS(outermost) ? outermost[i] : NULL; }

static const char *code_name(unsigned i) { return i < G_N_ELEMENTS(levels) ? levels[i] : NULL; }

/* Returns the names of items for output to files. (The names in the view are for the terminal.) */
static char **make_item_names(const View *view, ViewAxisKind axis) {
  const uint32_t n = view_size(view, axis);
  char **names = g_new0(char *, (gsize)n + 1);
  for (uint32_t rank = 0; rank < n; rank++) {
    const ViewItem *item = view_item(view, axis, rank);
    const char *own = view->labels[axis].names[g_array_index(item->members, uint32_t, 0)];
    names[rank] = ui_text_escaped_utf8(item->given != NULL ? item->given : own);
  }
  return names;
}

/* Writes the output file. */
static bool write_file(const Export *export, ExportFunction *exporter, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  /* If the output goes to the terminal, there is no progress bar. */
  const bool bar = path != NULL || !isatty(STDOUT_FILENO);
  if (bar) ui_progress_begin("Writing", EXPORT_STEPS);
  exporter(export, output.file);
  if (bar) ui_progress_end();
  return ui_output_finish(&output, error);
}

static bool check_weight(const Export *export, GError **error) {
  if (view_knows(export->view, (ViewSort) export->weight)) return true;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --weight=%s: the profile is made of samples, and does not have this count", weight);
  return false;
}

static bool check_time(const Profile *profile, unsigned which, GError **error) {
  if (!formats[which].timed || profile->timeline.intervals != 0) return true;
  g_set_error(
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "bad option --format=%s: the profile does not say what was when: memspy run does, but not with --interval=no and not of samples",
      formats[which].name);
  return false;
}

static int run_export(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_export_subcommand);
  unsigned which = 0, metric = VIEW_METRICS, data = 0, level = 0;
  if (format == NULL) {
    fputs("memspy export: --format is missing (see memspy export --help)\n", stderr);
    return UI_EXIT_USAGE;
  }
  if (!ui_choice_find("export", "format", format, format_name, &which) ||
      (weight != NULL && !ui_choice_find("export", "weight", weight, weight_name, &metric)) ||
      (by != NULL && !ui_choice_find("export", "by", by, by_name, &data)) ||
      (code != NULL && !ui_choice_find("export", "code", code, code_name, &level)))
    return UI_EXIT_USAGE;
  NameOpen open;
  GError *error = NULL;
  bool good = name_open(&open, args[1], !no_debug_info, no_keys ? NULL : args[1], &error);
  if (good) {
    if (code == NULL && data == 0 && formats[which].exporter == export_callgrind) level = open.profile->has_callers;
    if (level == 1) view_set_whole_functions(open.view, true);
    Export export = {.profile = open.profile,
                     .names = open.names,
                     .view = open.view,
                     .weight = metric != VIEW_METRICS ? metric : open.view->metric,
                     .by_data = data == 1,
                     .whole = level == 1};
    for (unsigned axis = 0; axis < VIEW_AXES; axis++) export.item_names[axis] = make_item_names(open.view, axis);
    good = check_weight(&export, &error) && check_time(open.profile, which, &error) &&
           write_file(&export, formats[which].exporter, &error);
    for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_strfreev(export.item_names[axis]);
  }
  name_open_close(&open);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static UiSubcommandValue format_at(unsigned i) {
  return i < G_N_ELEMENTS(formats) ? (UiSubcommandValue){formats[i].name, formats[i].summary}
                                   : (UiSubcommandValue){.name = NULL};
}

const UiSubcommand ui_export_subcommand = {
    .name = "export",
    .arguments = "FILE",
    .summary = "write a profile for other programs",
    .help =
        "The file OUT is there only when it is complete. COUNTER is stall, misses, references, or one of the kinds\n"
        "of these: reads, cold, false_sharing, upgrades ...; the default is misses if the profile has no stall.\n\n"
        "With --by=code, callgrind's costs belong to source lines in functions, and stacks are data on top of code.\n"
        "With --by=data, each data bin is a function for callgrind, which the lines of code call once for each\n"
        "reference: callers and callees are then the matrix. Stacks are code on top of data. In csv, text that a\n"
        "spreadsheet would take for a formula has an apostrophe in front.",
    .options = options,
    .listed_option = "format",
    .listed_value = format_at,
    .examples = (const char *const[]){"memspy export --format=json memspy.out.1234 | jq .totals",
                                      "the totals of a profile",
                                      "memspy export --format=callgrind --by=data -o callgrind.out.1 memspy.out.1234",
                                      "the matrix as a call graph, for KCachegrind", NULL},
    .least = 1,
    .most = 1,
    .main = run_export,
};
