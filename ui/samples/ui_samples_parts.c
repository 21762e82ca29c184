/* ui_samples_parts.c: see ui_samples_parts.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/samples/ui_samples_parts.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/samples/ui_perf_import.h"
#include "ui/samples/ui_perf_program.h"
#include "ui/samples/ui_samples.h"

static char *output; /* an option of both parts */

/* Writes what was imported, and says what it is. */
static bool write_imported(UiPerfImport *import, GError **error) {
  g_auto(GStrv) notes = ui_perf_import_notes(import);
  for (char **note = notes; *note != NULL; note++) fprintf(stderr, "memspy: %s\n", *note);
  UiSamples *samples = ui_perf_import_finish(import, error);
  if (samples == NULL) return false;
  const bool good = ui_samples_write(samples, output, error);
  g_autofree char *printable = ui_text_escaped(output);
  if (good)
    fprintf(stderr, "%" G_GUINT64_FORMAT " samples of %u events, %u of them different, are in %s\n", samples->total,
            samples->events->len, samples->samples->len, printable);
  ui_samples_free(samples);
  return good;
}

/* ---- memspy samples import ---- */

static char *symfs, *build_ids;
static const GOptionEntry import_options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the samples to OUT; docs/samples-format.md describes it",
     "OUT"},
    {"symfs", 0, 0, G_OPTION_ARG_FILENAME, &symfs, "Look for the sampled programs and libraries under DIR", "DIR"},
    {"build-ids", 0, 0, G_OPTION_ARG_FILENAME, &build_ids,
     "Take the build ids of files from FILE, as perf buildid-list prints them", "FILE"},
    G_OPTION_ENTRY_NULL};

static bool import_list(UiPerfImport *import, GError **error) {
  gsize n;
  if (build_ids == NULL) return true;
  g_autofree char *text = ui_input_read(build_ids, &ui_input_text, &n, error);
  return text != NULL && ui_perf_import_list(import, build_ids, text, error);
}

static bool import_file(UiPerfImport *import, const char *path, GError **error) {
  if (strcmp(path, "-") == 0) return ui_perf_import_text(import, "standard input", dup(STDIN_FILENO), error);
  if (ui_perf_program_wrote(path)) return ui_perf_program_read(import, path, symfs, error);
  const int fd = ui_input_open(path, error);
  return fd >= 0 && ui_perf_import_text(import, path, fd, error);
}

static bool check_output(GError **error) {
  if (output != NULL) return ui_output_check(output, error);
  g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "where are the samples to go? -o OUT says it");
  return false;
}

static int run_import(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_samples_import_part);
  GError *error = NULL;
  if (!check_output(&error)) return ui_subcommand_fail(error);
  UiPerfImport *import = ui_perf_import_new(symfs);
  bool good = import_list(import, &error);
  for (int i = 1; i < n && good; i++) good = import_file(import, args[i], &error);
  if (!good) {
    ui_perf_import_free(import);
    return ui_subcommand_fail(error);
  }
  return write_imported(import, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_samples_import_part = {
    .name = "import",
    .arguments = "PERF...",
    .summary = "read samples that perf took",
    .help =
        "PERF is text that perf script printed, - for standard input, or a file of perf record, which is read through perf\n"
        "script. Text has the fields that perf prints by itself, or those of\n"
        "  perf script -F comm,pid,tid,time,event,period,ip,sym,symoff,dso --show-mmap-events\n"
        "of which pid or tid, event and ip are required, with or without call paths. Of other computers' samples the\n"
        "files are found by build id (--build-ids, or mappings in the text that have them) in ~/.debug and\n"
        "/usr/lib/debug/.build-id, or under --symfs.",
    .options = import_options,
    .examples = (const char *const[]){"perf script --show-mmap-events | memspy samples import - -o prog.samples",
                                      "samples of perf.data, in the working folder",
                                      "memspy samples import -o prog.samples perf.data", "the same", NULL},
    .least = 1,
    .most = G_MAXINT,
    .main = run_import,
};

/* ---- memspy samples record ---- */

static char *event, *callers;
static gint64 period;
static const GOptionEntry record_options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the samples to OUT (memspy.samples)", "OUT"},
    {"event", 'e', 0, G_OPTION_ARG_STRING, &event, "Sample that event, as perf calls it (cache-misses)", "EVENT"},
    {"count", 'c', 0, G_OPTION_ARG_INT64, &period, "Take a sample of every N events (perf chooses: some 4000 a second)",
     "N"},
    {"call-graph", 0, 0, G_OPTION_ARG_STRING, &callers,
     "How the kernel finds callers: by frame pointers, debug information, or the processor's records (fp)",
     "fp|dwarf|lbr"},
    G_OPTION_ENTRY_NULL};

static bool check_record(GError **error) {
  static const char *const ways[] = {"fp", "dwarf", "lbr", NULL};
  if (output == NULL) output = g_strdup("memspy.samples");
  if (event == NULL) event = g_strdup("cache-misses");
  if (callers == NULL) callers = g_strdup("fp");
  if (!g_strv_contains(ways, callers))
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "bad option --call-graph=%s: expected fp, dwarf or lbr", callers);
  else if (period < 0)
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "bad option --count=%" G_GINT64_FORMAT ": expected a number of events", period);
  else
    return check_output(error);
  return false;
}

static bool import_data(const char *data, GError **error) {
  UiPerfImport *import = ui_perf_import_new(NULL);
  if (ui_perf_program_read(import, data, NULL, error)) return write_imported(import, error);
  ui_perf_import_free(import);
  return false;
}

/* Records into a file in a folder of its own, and imports that. Returns the exit status: as of memspy run that of the
 * program, if that failed. */
static int record_in(const char *folder, char **command) {
  g_autofree char *data = g_build_filename(folder, "perf.data", NULL);
  const UiPerfRecording recording = {event, period, callers, command};
  GError *error = NULL;
  int status = 0; /* of the program; if nothing was recorded, of perf */
  const bool recorded = ui_perf_program_record(&recording, data, &status, &error);
  if (recorded && status != 0) fprintf(stderr, "memspy: the program ended with status %d\n", status);
  const bool good = recorded && import_data(data, &error);
  g_unlink(data);
  const int own = good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
  return recorded && status != 0 ? status : own;
}

static int run_record(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_samples_record_part);
  GError *error = NULL;
  if (!check_record(&error)) return ui_subcommand_fail(error);
  g_autofree char *folder = g_dir_make_tmp("memspy-XXXXXX", &error);
  if (folder == NULL) return ui_subcommand_fail(error);
  const int status = record_in(folder, args + 1);
  g_rmdir(folder);
  return status;
}

const UiSubcommand ui_samples_record_part = {
    .name = "record",
    .arguments = "-- PROGRAM [ARGUMENT...]",
    .summary = "have perf take samples of a program",
    .help =
        "Runs PROGRAM under perf record, at full speed, and imports what it sampled. That needs perf, a kernel that allows\n"
        "it, and, for events of the hardware, a processor that counts them: most virtual machines have none. What is\n"
        "missing is said, and what could be tried. The exit status is PROGRAM's, as of memspy run and perf record.",
    .options = record_options,
    .examples = (const char *const[]){"memspy samples record -e cache-misses -c 10007 -o prog.samples -- ./prog",
                                      "a sample of every 10007 misses of the last level", NULL},
    .least = 1,
    .most = G_MAXINT,
    .main = run_record,
};
