/* ui_sweep_show.c: memspy sweep.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/replay/ui_sweep_file.h"
#include "ui/replay/ui_sweep_output.h"

static bool show(const UiSweepReport *report, GError **error) {
  UiOutput output;
  GString *out = g_string_new(NULL);
  ui_sweep_table(report, out);
  bool good = ui_output_start(&output, NULL, error);
  if (good) {
    fwrite(out->str, 1, out->len, output.file);
    good = ui_output_finish(&output, error);
  }
  g_string_free(out, TRUE);
  return good;
}

static const GOptionEntry options[] = {G_OPTION_ENTRY_NULL};

static int run_sweep(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_sweep_subcommand);
  GError *error = NULL;
  UiSweepFile *file = ui_sweep_file_read(args[1], &error);
  const bool good = file != NULL && show(&file->report, &error);
  ui_sweep_file_free(file);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_sweep_subcommand = {
    .name = "sweep",
    .arguments = "FILE",
    .summary = "show what many machines counted in one run",
    .help =
        "FILE is what the tool's option --sweep leaves beside the profile, with a name that ends in .sweep, or what\n"
        "memspy replay --sweep --json writes: docs/sweep.schema.json describes both. sweep prints the misses of each\n"
        "machine, as memspy replay --sweep does.",
    .options = options,
    .examples = (const char *const[]){"memspy run --sweep='D1=8K..1M:x2 ways=1,4' -- ./prog; memspy sweep "
                                      "memspy.out.1234.sweep",
                                      "how the misses of a program depend on the first-level cache", NULL},
    .least = 1,
    .most = 1,
    .main = run_sweep,
};
