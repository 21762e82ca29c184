/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_main.c: memspy phases. */
#include <stdbool.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/phases/phases_output.h"
#include "ui/phases/phases_strip.h"

/* The options. */
static gboolean as_json;
static gint most = PHASES_USUALLY, per_phase = 1;
static gint64 seed = PHASES_SEED, shortest;
static char *output, *svg;

static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON (schema: docs/phases.schema.json)", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Write the representatives to OUT, a line for each phase (format: docs/phases-format.md)", "OUT"},
    {"svg", 0, 0, G_OPTION_ARG_FILENAME, &svg, "Write a picture of the phases over the run to OUT", "OUT"},
    {"max-phases", 0, 0, G_OPTION_ARG_INT, &most, "Find at most N phases, up to 61 (30)", "N"},
    {"per-phase", 0, 0, G_OPTION_ARG_INT, &per_phase,
     "Choose N intervals of each phase, up to 64: several show the error of estimates (1)", "N"},
    {"seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of the projection, the initial centres and --per-phase (1)", "N"},
    {"interval", 0, 0, G_OPTION_ARG_INT64, &shortest,
     "Join consecutive intervals until they have this number of instructions (0: no joining)", "INSTRUCTIONS"},
    G_OPTION_ENTRY_NULL};

static bool check_number(const char *option, gint64 value, gint64 least, gint64 greatest, GError **error) {
  return (value >= least && value <= greatest) ||
         ui_error_option(error,
                         "bad option --%s=%" G_GINT64_FORMAT ": expected a number from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT,
                         option, value, least, greatest);
}

static bool check_options(GError **error) {
  const UiOutputFile files[] = {{"output", output}, {"svg", svg}};
  return check_number("max-phases", most, 1, UI_STRIP_MARKS, error) &&
         check_number("per-phase", per_phase, 1, PHASES_PER_PHASE_MOST, error) &&
         check_number("seed", seed, 0, G_MAXINT64, error) &&
         check_number("interval", shortest, 0, G_MAXINT64 / 4, error) &&
         ui_output_files_check(files, G_N_ELEMENTS(files), error);
}

typedef void Write(const PhasesRepresentatives *chosen, const char *path, FILE *file);

static void write_table(const PhasesRepresentatives *chosen, const char *path, FILE *file) {
  GString *out = g_string_new(NULL);
  phases_table(chosen, path, out);
  fwrite(out->str, 1, out->len, file);
  g_string_free(out, TRUE);
}

static void write_json(const PhasesRepresentatives *chosen, const char *path, FILE *file) {
  phases_json(chosen, path, (uint64_t)seed, file);
}

static void write_representatives(const PhasesRepresentatives *chosen, const char *path, FILE *file) {
  (void)path;
  (void)phases_representatives(chosen, file); /* write errors are reported later, by ui_output_finish() */
}

static void write_svg(const PhasesRepresentatives *chosen, const char *path, FILE *file) {
  g_autofree char *name = g_path_get_basename(path);
  phases_strip_svg(chosen, name, file);
}

/* Writes one of the output files. Does nothing if path is NULL. */
static bool write_one(const PhasesRepresentatives *chosen, const char *vectors, const char *path, Write *write,
                      GError **error) {
  UiOutput out;
  if (path == NULL) return true;
  if (!ui_output_start(&out, ui_output_file_is_standard(path) ? NULL : path, error)) return false;
  write(chosen, vectors, out.file);
  return ui_output_finish(&out, error);
}

static bool write_all(const PhasesRepresentatives *chosen, const char *vectors, GError **error) {
  const bool taken = ui_output_file_is_standard(output) || ui_output_file_is_standard(svg);
  return (taken || write_one(chosen, vectors, "-", as_json ? write_json : write_table, error)) &&
         write_one(chosen, vectors, output, write_representatives, error) &&
         write_one(chosen, vectors, svg, write_svg, error);
}

/* Chooses the representatives, and writes all output. */
static bool represent(const Phases *phases, const char *vectors, GError **error) {
  PhasesRepresentatives *chosen = phases_representatives_choose(phases, (unsigned)per_phase, (uint64_t)seed, error);
  const bool good = chosen != NULL && write_all(chosen, vectors, error);
  phases_representatives_free(chosen);
  return good;
}

static int run_phases(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_phases_subcommand);
  GError *error = NULL;
  if (!check_options(&error)) return ui_subcommand_fail(error);
  PhasesIntervals *run = phases_intervals_read(args[1], (uint64_t)shortest, (uint64_t)seed, &error);
  if (run == NULL) return ui_subcommand_fail(error);
  Phases *phases = phases_find(run, (unsigned)most, (uint64_t)seed);
  const bool good = represent(phases, args[1], &error);
  phases_free(phases);
  phases_intervals_free(run);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_phases_subcommand = {
    .name = "phases",
    .arguments = "BBV",
    .summary = "find the phases of a run in its basic-block vectors",
    .help =
        "BBV is a file of basic-block vectors, written by the tool's option --bbv-file, by Valgrind's exp-bbv, or by\n"
        "another tool for SimPoint. A phase consists of intervals that execute the same code in the same proportions;\n"
        "one of them represents it. phases prints for each phase its weight (share of the instructions), the number of\n"
        "its intervals, and its representative: the number of the interval, counted from 0, and its place in the run.\n"
        "Vectors are projected to 15 dimensions and clustered by k-means, as in SimPoint. The number of phases is the\n"
        "smallest whose Bayesian information criterion is at least lowest + 0.9 * (highest - lowest) of all numbers.\n"
        "With --per-phase=N, N random intervals, from N parts of a phase, represent it, or all if it has fewer.",
    .options = options,
    .examples = (const char *const[]){"memspy run --bbv-file=prog.bbv -- ./prog; memspy phases prog.bbv",
                                      "the phases of a program", "memspy phases -o prog.phases --svg=prog.svg prog.bbv",
                                      "the phases, with a file of representatives and a picture", NULL},
    .least = 1,
    .most = 1,
    .main = run_phases,
};
