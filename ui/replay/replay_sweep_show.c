/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_show.c: memspy sweep. */
#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/replay/replay_sweep_cells_output.h"
#include "ui/replay/replay_sweep_file.h"
#include "ui/replay/replay_sweep_output.h"

static char *json; /* the option */

static bool write_text(const char *path, const char *text, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, ui_output_file_is_standard(path) ? NULL : path, error)) return false;
  fputs(text, output.file);
  return ui_output_finish(&output, error);
}

static bool write_table(const ReplaySweepFile *file, GError **error) {
  GString *out = g_string_new(NULL);
  replay_sweep_table(&file->report, out);
  if (file->cells->curves->len != 0) replay_sweep_curves_table(file->cells, out);
  const bool good = write_text("-", out->str, error);
  g_string_free(out, TRUE);
  return good;
}

static bool write_json(const ReplaySweepFile *file, GError **error) {
  g_autofree char *line = g_strconcat(g_strchomp(file->text), "\n", NULL);
  return json == NULL || write_text(json, line, error);
}

static bool show(const char *path, GError **error) {
  const UiOutputFile files[] = {{"json", json}};
  if (!ui_output_files_check(files, G_N_ELEMENTS(files), error)) return false;
  ReplaySweepFile *file = replay_sweep_file_read(path, error);
  const bool good = file != NULL && (ui_output_file_is_standard(json) || write_table(file, error)) &&
                    write_json(file, error);
  replay_sweep_file_free(file);
  return good;
}

static const GOptionEntry options[] = {{"json", 0, 0, G_OPTION_ARG_FILENAME, &json,
                                        "Write all results to OUT as JSON, with names (schema: docs/sweep.schema.json)",
                                        "OUT"},
                                       G_OPTION_ENTRY_NULL};

static int run_sweep(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_sweep_subcommand);
  GError *error = NULL;
  return show(args[1], &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_sweep_subcommand = {
    .name = "sweep",
    .arguments = "FILE",
    .summary = "show the misses of many machines in one run",
    .help =
        "The tool's option --sweep writes FILE next to the profile, with the suffix .sweep; memspy replay --sweep --json\n"
        "writes such a file too (docs/sweep.schema.json). sweep prints the misses of each machine, as memspy replay\n"
        "--sweep does. If the run had --sweep-by, it also prints the misses of functions and data, whose names are in\n"
        "the profile next to FILE.",
    .options = options,
    .examples = (const char *const[]){"memspy run --sweep='D1=8K..1M:x2 ways=1,4' -- ./prog; memspy sweep "
                                      "memspy.out.1234.sweep",
                                      "misses by size and ways of the first-level cache", NULL},
    .least = 1,
    .most = 1,
    .main = run_sweep,
};
