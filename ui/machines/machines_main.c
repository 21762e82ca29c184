/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_main.c: memspy machines. */
#include <unistd.h>

#include "machine/mach_host.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/machines/machines_output.h"
#include "ui/screens/screen.h"

static gboolean as_json;
static char *sys;

static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON; docs/machines.schema.json is its schema", NULL},
    {"sys", 0, 0, G_OPTION_ARG_FILENAME, &sys, "Describe the computer with this /sys, or a copy of it, as host (/sys)",
     "DIR"},
    G_OPTION_ENTRY_NULL};

static void write_text(const GArray *machines, bool all, FILE *file) {
  g_autoptr(GString) out = g_string_new(NULL);
  if (all)
    machines_list(machines, out);
  else
    machines_compare(machines, screen_for(STDOUT_FILENO).width, out);
  fwrite(out->str, 1, out->len, file);
}

static int run_machines(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_machines_subcommand);
  GError *error = NULL;
  UiOutput out;
  g_autoptr(GArray) machines = machines_new((unsigned)n - 1, args + 1, sys != NULL ? sys : MACH_HOST_SYS, &error);
  if (machines == NULL || !ui_output_start(&out, NULL, &error)) return ui_subcommand_fail(error);
  if (as_json)
    machines_json(machines, out.file);
  else
    write_text(machines, n == 1, out.file);
  return ui_output_finish(&out, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_machines_subcommand = {
    .name = "machines",
    .arguments = "[MACHINE...]",
    .summary = "list the machines that --machine=PRESET simulates, or compare some of them",
    .help =
        "Without names, machines prints a line for each preset. With names it prints these machines side by side:\n"
        "caches, latencies in cycles and, at the machine's clock, in nanoseconds, and the sources of the figures;\n"
        "rows that differ are marked with *. host is this computer as --machine=host simulates it: its cores, shared\n"
        "caches and memory nodes, with the latencies of the default preset.",
    .options = options,
    .examples = (const char *const[]){"memspy machines", "the presets", "memspy machines amd-milan intel-ice-lake-sp",
                                      "two of them side by side", "memspy machines host",
                                      "the machine that simulates this computer", NULL},
    .least = 0,
    .most = G_MAXUINT,
    .main = run_machines,
};
