/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare_main.c: memspy samples compare. */

#include "ui/attribute/attr_compare_output.h"
#include "ui/attribute/attr_parts.h"
#include "ui/attribute/attr_training.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_text.h"

enum { TOP = 20 };

/* The options. */
static gint top = TOP;
static gboolean as_json;
static char *svg, *metric_key, *commands_path;
static gboolean no_source;

static const GOptionEntry options[] = {
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "Rank N variables, those with most misses in EXACT (20)", "N"},
    {"metric", 0, 0, G_OPTION_ARG_STRING, &metric_key,
     "What of EXACT the samples are estimates of, as the session's sort has it (what their event counts)", "KEY"},
    {"compile-commands", 0, 0, G_OPTION_ARG_FILENAME, &commands_path,
     "How sources were compiled: a compile_commands.json, or its folder (looked for beside sources)", "FILE"},
    {"no-source", 0, 0, G_OPTION_ARG_NONE, &no_source, "Use machine code and debug information only", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON (schema: docs/samples-compare.schema.json)", NULL},
    {"svg", 0, 0, G_OPTION_ARG_FILENAME, &svg, "Write a bar chart of the shares to OUT", "OUT"},
    G_OPTION_ENTRY_NULL};

typedef struct {
  AttrCompareSide *sides;
  guint n;
} Sides;

static bool check_options(GError **error) {
  const UiOutputFile files[] = {{"svg", svg}};
  if (top >= 1) return ui_output_files_check(files, G_N_ELEMENTS(files), error);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "bad option --top=%d: expected a number from 1", top);
  return false;
}

/* ---- profiles ---- */

static bool load_side(AttrCompareSide *side, const char *path, GError **error) {
  Profile *profile = profile_load(path, error);
  if (profile == NULL) return false;
  *side = (AttrCompareSide){path, profile, name_table_new(profile, true)};
  return true;
}

static bool load_sides(Sides *sides, char *const *paths, GError **error) {
  bool good = true;
  sides->sides = g_new0(AttrCompareSide, g_strv_length((char **)paths));
  for (; *paths != NULL && good; paths++) {
    good = load_side(&sides->sides[sides->n], *paths, error);
    sides->n += good;
  }
  return good;
}

static void free_sides(Sides *sides) {
  for (guint i = 0; i < sides->n; i++) {
    name_table_free((NameTable *)sides->sides[i].names);
    profile_free((Profile *)sides->sides[i].profile);
  }
  g_free(sides->sides);
}

static bool check_sides(const Sides *sides, GError **error) {
  if (!sides->sides[ATTR_COMPARE_EXACT].profile->of_samples) return true;
  g_autofree char *printable = ui_text_escaped(sides->sides[ATTR_COMPARE_EXACT].title);
  g_set_error(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
              "%s: this profile is made of samples itself; the first one must be that of a simulated run", printable);
  return false;
}

/* ---- the metric ---- */

static bool find_metric(ViewMetric *metric, GError **error) {
  return view_metric_find(metric_key, metric) ||
         ui_error_option(
             error,
             "bad option --metric=%s: expected misses, read-misses, memory, invalidation or another kind of misses",
             metric_key);
}

/* Sets *metric to the metric that the event of the samples counts. If the exact profile does not have that metric, sets
 * it to misses. */
static bool choose_metric(const Sides *sides, ViewMetric *metric, GError **error) {
  if (metric_key != NULL) return find_metric(metric, error);
  *metric = VIEW_METRIC_MISSES;
  for (guint i = sides->n; i-- > ATTR_COMPARE_FIRST;)
    if (sides->sides[i].profile->of_samples) *metric = attr_training_metric(sides->sides[i].profile->events.event);
  if (view_metric_of(*metric, &sides->sides[ATTR_COMPARE_EXACT].profile->totals.counts) == 0)
    *metric = VIEW_METRIC_MISSES;
  return true;
}

/* ---- output ---- */

static void write_text(const AttrCompare *compare, FILE *file) {
  GString *text = g_string_new(NULL);
  attr_compare_text(compare, text);
  fwrite(text->str, 1, text->len, file);
  g_string_free(text, TRUE);
}

static bool write_one(const AttrCompare *compare, const char *path, void (*write)(const AttrCompare *, FILE *),
                      GError **error) {
  UiOutput out;
  if (!ui_output_start(&out, path, error)) return false;
  write(compare, out.file);
  return ui_output_finish(&out, error);
}

static bool write_all(const AttrCompare *compare, GError **error) {
  const bool taken = ui_output_file_is_standard(svg);
  return (taken || write_one(compare, NULL, as_json ? attr_compare_json : write_text, error)) &&
         (svg == NULL || write_one(compare, taken ? NULL : svg, attr_compare_chart, error));
}

static bool compare(const Sides *sides, ViewMetric metric, GError **error) {
  const unsigned by_code = 1u << USES_BY_CODE, by_source = 1u << USES_BY_SOURCE;
  Uses *uses = uses_new(commands_path, no_source ? by_code : by_code | by_source);
  Uses *code = uses_new(commands_path, by_code);
  /* libclang changes the folder that paths are relative to. */
  if (svg != NULL && !ui_output_file_is_standard(svg)) svg = g_canonicalize_filename(svg, NULL);
  AttrCompare *compared = attr_compare_new(sides->sides, sides->n, metric, (guint)top, uses, code);
  const bool good = write_all(compared, error);
  attr_compare_free(compared);
  uses_free(uses);
  uses_free(code);
  return good;
}

static int run_compare(int n, char **args) {
  ui_subcommand_options(&n, &args, &attr_compare_part);
  GError *error = NULL;
  Sides sides = {.n = 0};
  ViewMetric metric;
  bool good = check_options(&error) && load_sides(&sides, args + 1, &error) && check_sides(&sides, &error) &&
              choose_metric(&sides, &metric, &error);
  if (good) {
    good = compare(&sides, metric, &error);
  }
  free_sides(&sides);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand attr_compare_part = {
    .name = "compare",
    .arguments = "FILE FILE...",
    .summary = "compare attributed samples with an exact profile",
    .help =
        "The first FILE is the profile of a simulated run, which is exact; the others are profiles that memspy samples\n"
        "attribute made of the same program. For the variables with most misses: the share of each in all misses, and its\n"
        "rank. Below: what is attributed to no data, Spearman's and Kendall's rank correlations of these variables, and\n"
        "the total variation distance of the shares of all: 0 if they are the same, 1 if they have nothing in common.\n"
        "Variables are the same if kind and name are; docs/samples.md has the rule. H, G, S: heap, static, stack.",
    .options = options,
    .examples = (const char *const[]){"memspy samples compare exact.memspy raw.memspy loop.memspy",
                                      "two methods, compared with a simulation",
                                      "memspy samples compare --top=10 --svg=prog.svg exact.memspy loop.memspy",
                                      "a chart of the ten variables with most misses", NULL},
    .least = 2,
    .most = G_MAXUINT,
    .main = run_compare,
};
