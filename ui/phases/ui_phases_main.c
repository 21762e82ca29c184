/* ui_phases_main.c: memspy phases.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/phases/ui_phases_output.h"
#include "ui/phases/ui_phases_strip.h"

/* The options. */
static gboolean as_json;
static gint most = UI_PHASES_USUALLY;
static gint64 seed = UI_PHASES_SEED, shortest;
static char *output, *svg;

static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON; docs/phases.schema.json is its schema", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Write the representatives to OUT, a line for each phase; docs/phases-format.md describes them", "OUT"},
    {"svg", 0, 0, G_OPTION_ARG_FILENAME, &svg, "Write the run as a strip of phases to OUT, a picture", "OUT"},
    {"max-phases", 0, 0, G_OPTION_ARG_INT, &most, "Find at most so many phases, up to 61 (30)", "N"},
    {"seed", 0, 0, G_OPTION_ARG_INT64, &seed,
     "Choose other random numbers for the projection and the first centres; the same N gives the same phases (1)", "N"},
    {"interval", 0, 0, G_OPTION_ARG_INT64, &shortest,
     "Join intervals that follow each other until they have so many instructions (intervals as they are in the file)",
     "INSTRUCTIONS"},
    G_OPTION_ENTRY_NULL};

static bool check_number(const char *option, gint64 value, gint64 least, gint64 greatest, GError **error) {
  if (value >= least && value <= greatest) return true;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --%s=%" G_GINT64_FORMAT ": expected a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
              option, value, least, greatest);
  return false;
}

static bool check_options(GError **error) {
  const UiOutputFile files[] = {{"output", output}, {"svg", svg}};
  return check_number("max-phases", most, 1, UI_STRIP_MARKS, error) &&
         check_number("seed", seed, 0, G_MAXINT64, error) &&
         check_number("interval", shortest, 0, G_MAXINT64 / 4, error) &&
         ui_output_files_check(files, G_N_ELEMENTS(files), error);
}

typedef void Write(const UiPhases *phases, const char *path, FILE *file);

static void write_table(const UiPhases *phases, const char *path, FILE *file) {
  GString *out = g_string_new(NULL);
  ui_phases_table(phases, path, out);
  fwrite(out->str, 1, out->len, file);
  g_string_free(out, TRUE);
}

static void write_json(const UiPhases *phases, const char *path, FILE *file) {
  ui_phases_json(phases, path, (uint64_t)seed, file);
}

static void write_representatives(const UiPhases *phases, const char *path, FILE *file) {
  (void)path;
  ui_phases_representatives(phases, file);
}

static void write_svg(const UiPhases *phases, const char *path, FILE *file) {
  g_autofree char *name = g_path_get_basename(path);
  ui_phases_strip_svg(phases, name, file);
}

/* What is made of the phases. `path`: NULL: not asked for. */
static bool write_one(const UiPhases *phases, const char *vectors, const char *path, Write *write, GError **error) {
  UiOutput out;
  if (path == NULL) return true;
  if (!ui_output_start(&out, ui_output_file_is_standard(path) ? NULL : path, error)) return false;
  write(phases, vectors, out.file);
  return ui_output_finish(&out, error);
}

static bool write_all(const UiPhases *phases, const char *vectors, GError **error) {
  const bool taken = ui_output_file_is_standard(output) || ui_output_file_is_standard(svg);
  return (taken || write_one(phases, vectors, "-", as_json ? write_json : write_table, error)) &&
         write_one(phases, vectors, output, write_representatives, error) &&
         write_one(phases, vectors, svg, write_svg, error);
}

static int run_phases(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_phases_subcommand);
  GError *error = NULL;
  if (!check_options(&error)) return ui_subcommand_fail(error);
  UiIntervals *run = ui_intervals_read(args[1], (uint64_t)shortest, (uint64_t)seed, &error);
  if (run == NULL) return ui_subcommand_fail(error);
  UiPhases *phases = ui_phases_find(run, (unsigned)most, (uint64_t)seed);
  const bool good = write_all(phases, args[1], &error);
  ui_phases_free(phases);
  ui_intervals_free(run);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_phases_subcommand = {
    .name = "phases",
    .arguments = "BBV",
    .summary = "find the phases of a run in its basic-block vectors",
    .help =
        "BBV is a file of basic-block vectors: of the tool's option --bbv-file, of Valgrind's exp-bbv, or of another tool\n"
        "that writes for SimPoint. Intervals that execute the same code in the same proportions are a phase; one of them\n"
        "represents it. phases prints each phase's weight (its share of the instructions), how many intervals it has,\n"
        "and its representative: the number of the interval, counted from 0, and where in the run it is.\n"
        "Vectors are projected to 15 dimensions and divided by k-means, as in SimPoint; the number of phases is the\n"
        "smallest whose Bayesian information criterion is at least nine tenths of the way from the least to the greatest.",
    .options = options,
    .examples = (const char *const[]){"memspy run --bbv-file=prog.bbv -- ./prog; memspy phases prog.bbv",
                                      "the phases of a program", "memspy phases -o prog.phases --svg=prog.svg prog.bbv",
                                      "with its representatives in a file, and a picture", NULL},
    .least = 1,
    .most = 1,
    .main = run_phases,
};
