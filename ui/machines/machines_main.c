/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_main.c: memspy machines. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/machines/machines_measure.h"
#include "ui/machines/machines_output.h"
#include "ui/replay/replay_machine.h"
#include "ui/screens/screen.h"

enum { DEFAULT_SECONDS = 60, MOST_SECONDS = 3600 };

static gboolean as_json;
static gboolean measure;
static int seconds = G_MININT; /* G_MININT: the option was not given */
static char *sys;

static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON; docs/machines.schema.json is its schema", NULL},
    {"measure", 0, 0, G_OPTION_ARG_NONE, &measure,
     "Measure this computer, and write a machine file: MACHINE, or the file that --machine=host reads", NULL},
    {"seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "With --measure, most seconds that it takes (60)", "N"},
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

/* Creates the folder for the file that --machine=host reads. */
static bool make_folder(const char *name, GError **error) {
  g_autofree char *folder = g_path_get_dirname(name);
  return g_mkdir_with_parents(folder, 0777) == 0 || ui_fail_file(error, folder, errno, NULL);
}

static bool write_machine(const MachinesFigures *figures, const char *name, GError **error) {
  g_autoptr(GString) text = g_string_new(NULL);
  UiOutput out;
  machines_measure_file(figures, text);
  if (!ui_output_start(&out, name, error)) return false;
  fwrite(text->str, 1, text->len, out.file);
  return ui_output_finish(&out, error);
}

/* Measures this computer, and writes the results to the file `name`. NULL: the file that --machine=host reads. */
static bool measure_host(const char *name, GError **error) {
  const char *own = replay_machine_host_name(), *file = name != NULL ? name : own;
  MachinesFigures figures;
  g_autoptr(GString) text = g_string_new(NULL);
  if (file == NULL) return ui_fail_option(error, "neither $XDG_CONFIG_HOME nor $HOME is set: name the file");
  if (name != NULL) ui_output_allow_input(name);
  if (name == NULL && !make_folder(file, error)) return false;
  if (!ui_output_check(file, error) ||
      !machines_measure(&figures, seconds != G_MININT ? seconds : DEFAULT_SECONDS, error) ||
      !write_machine(&figures, file, error))
    return false;
  machines_measure_print(&figures, text);
  g_autofree char *printable = ui_text_escaped(file);
  const bool is_own = own != NULL && strcmp(file, own) == 0;
  g_string_append_printf(text, "\nThe machine is in %s: --machine%s%s simulates it.\n", printable,
                         is_own ? "=host" : "-file=", is_own ? "" : printable);
  fwrite(text->str, 1, text->len, stdout);
  return true;
}

/* Returns whether the machines include the host. */
static bool has_host(int n, char *const *args) {
  for (int i = 1; i < n; i++)
    if (strcmp(args[i], MACH_HOST_NAME) == 0) return true;
  return false;
}

/* Returns whether the options allow these arguments. */
static bool check_usage(int n, char *const *args, GError **error) {
  const bool given = seconds != G_MININT;
  if (given && (seconds < 1 || seconds > MOST_SECONDS))
    return ui_fail_option(error, "--seconds=%d: expected a number from 1 to %d", seconds, MOST_SECONDS);
  if (!measure && given) return ui_fail_option(error, "--seconds has no effect without --measure");
  if (!measure && sys != NULL && !has_host(n, args))
    return ui_fail_option(error, "--sys has no effect without the machine '%s'", MACH_HOST_NAME);
  if (!measure) return true;
  if (as_json || sys != NULL)
    return ui_fail_option(error, "--measure prints a table of this computer: no --json, no --sys");
  return n <= 2 || ui_fail_option(error, "--measure writes one file");
}

static int run_machines(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_machines_subcommand);
  GError *error = NULL;
  if (!check_usage(n, args, &error)) return ui_subcommand_fail(error);
  if (measure) return measure_host(n > 1 ? args[1] : NULL, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
  UiOutput out;
  g_autoptr(GArray) machines = machines_new((unsigned)n - 1, args + 1, sys, &error);
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
        "caches and memory nodes, with the latencies that --measure found, or else those of the default preset.\n"
        "--measure takes about half a minute on an idle computer. It writes memspy/host.machine in\n"
        "$XDG_CONFIG_HOME, or in ~/.config, which --machine=host reads; or the file that is named instead of a\n"
        "machine, for --machine-file.",
    .options = options,
    .examples = (const char *const[]){"memspy machines", "the presets", "memspy machines amd-milan intel-ice-lake-sp",
                                      "two of them side by side", "memspy machines host",
                                      "the machine that simulates this computer", "memspy machines --measure",
                                      "measure this computer, for --machine=host", NULL},
    .least = 0,
    .most = G_MAXUINT,
    .main = run_machines,
};
