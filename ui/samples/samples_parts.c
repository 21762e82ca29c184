/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_parts.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/samples/samples.h"
#include "ui/samples/samples_allocations.h"
#include "ui/samples/samples_perf_import.h"
#include "ui/samples/samples_perf_program.h"

static char *output; /* option of both subcommands */

/* Returns the number of events, whatever their periods. */
static guint count_events(const Samples *samples) {
  guint n = 0;
  for (guint32 i = 0; i < samples->events->len; i++) n += samples_first_event(samples, i) == i;
  return n;
}

/* Writes the imported samples, and prints a summary. */
static bool write_imported(SamplesPerfImport *import, GError **error) {
  g_auto(GStrv) notes = samples_perf_import_notes(import);
  for (char **note = notes; *note != NULL; note++) fprintf(stderr, "memspy: %s\n", *note);
  Samples *samples = samples_perf_import_finish(import, error);
  if (samples == NULL) return false;
  const bool good = samples_write(samples, output, error);
  g_autofree char *printable = ui_text_escaped(output);
  if (good)
    fprintf(stderr, "%" G_GUINT64_FORMAT " samples of %u events, %u of them distinct, are in %s\n", samples->total,
            count_events(samples), samples->samples->len, printable);
  samples_free(samples);
  return good;
}

/* ---- memspy samples import ---- */

static char *symfs, *build_ids, *fields;
static SamplesPerfLayout layout; /* fields of the texts */
static const GOptionEntry import_options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the samples to OUT (format: docs/samples-format.md)",
     "OUT"},
    {"symfs", 0, 0, G_OPTION_ARG_FILENAME, &symfs, "Look for the sampled programs and libraries under DIR", "DIR"},
    {"build-ids", 0, 0, G_OPTION_ARG_FILENAME, &build_ids,
     "Read the build ids of files from FILE, the output of perf buildid-list", "FILE"},
    {"fields", 'F', 0, G_OPTION_ARG_STRING, &fields,
     "The fields of the text, as given to perf script -F (perf's default fields)", "LIST"},
    G_OPTION_ENTRY_NULL};

static bool import_list(SamplesPerfImport *import, GError **error) {
  gsize n;
  if (build_ids == NULL) return true;
  g_autofree char *text = ui_input_read(build_ids, &ui_input_text, &n, error);
  return text != NULL && samples_perf_import_list(import, build_ids, text, error);
}

static bool import_file(SamplesPerfImport *import, const char *path, GError **error) {
  if (strcmp(path, "-") == 0)
    return samples_perf_import_text(import, "standard input", dup(STDIN_FILENO), &layout, error);
  if (samples_perf_program_wrote(path)) return samples_perf_program_read(import, path, symfs, error);
  const int fd = ui_input_open(path, error);
  return fd >= 0 && samples_perf_import_text(import, path, fd, &layout, error);
}

static bool check_fields(GError **error) {
  layout = samples_perf_fields_default;
  return fields == NULL || samples_perf_fields_parse(fields, &layout, error);
}

static bool check_output(GError **error) {
  return output != NULL ? ui_output_check(output, error)
                        : ui_error_option(error, "-o OUT is required, the file for the samples");
}

static int run_import(int n, char **args) {
  ui_subcommand_options(&n, &args, &samples_import_part);
  GError *error = NULL;
  if (!check_output(&error) || !check_fields(&error)) return ui_subcommand_fail(error);
  SamplesPerfImport *import = samples_perf_import_new(symfs);
  bool good = import_list(import, &error);
  for (int i = 1; i < n && good; i++) good = import_file(import, args[i], &error);
  if (!good) {
    samples_perf_import_free(import);
    return ui_subcommand_fail(error);
  }
  return write_imported(import, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand samples_import_part = {
    .name = "import",
    .arguments = "PERF...",
    .summary = "import samples of perf",
    .help =
        "PERF is the output of perf script, - for standard input, or a file of perf record, which perf script reads.\n"
        "The text has the default fields of perf script, or those of\n"
        "  perf script -F comm,pid,tid,time,event,period,ip,sym,symoff,dso --show-mmap-events\n"
        "pid or tid, event and ip are required; call paths are optional. --fields=LIST names other fields, such as addr,\n"
        "data_src and weight: the address of the data, the cache that supplied them, and the latency. For samples of another computer, files are found\n"
        "by build id (from --build-ids, or from mappings in the text) in ~/.debug and /usr/lib/debug/.build-id, or under\n"
        "--symfs.",
    .options = import_options,
    .examples = (const char *const[]){"perf script --show-mmap-events | memspy samples import - -o prog.samples",
                                      "samples of perf.data in the current folder",
                                      "memspy samples import -o prog.samples perf.data", "the same samples", NULL},
    .least = 1,
    .most = G_MAXINT,
    .main = run_import,
};

/* ---- memspy samples record ---- */

static char *event, *callers;
static gint64 period;
static gboolean allocations;
static const GOptionEntry record_options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the samples to OUT (memspy.samples)", "OUT"},
    {"event", 'e', 0, G_OPTION_ARG_STRING, &event, "Sample an event, by perf's name (cache-misses)", "EVENT"},
    {"count", 'c', 0, G_OPTION_ARG_INT64, &period,
     "Take a sample every N events (perf chooses: about 4000 samples per second)", "N"},
    {"call-graph", 0, 0, G_OPTION_ARG_STRING, &callers,
     "Find callers by frame pointers, debug information, or last branch records (fp)", "fp|dwarf|lbr"},
    {"allocations", 0, 0, G_OPTION_ARG_NONE, &allocations,
     "Also record the addresses of data, if the counter reports them, and the allocations of heap blocks", NULL},
    G_OPTION_ENTRY_NULL};

static bool check_record(GError **error) {
  static const char *const ways[] = {"fp", "dwarf", "lbr", NULL};
  if (output == NULL) output = g_strdup("memspy.samples");
  if (event == NULL) event = g_strdup("cache-misses");
  if (callers == NULL) callers = g_strdup("fp");
  if (!g_strv_contains(ways, callers))
    return ui_error_option(error, "bad option --call-graph=%s: expected fp, dwarf or lbr", callers);
  if (period < 0)
    return ui_error_option(error, "bad option --count=%" G_GINT64_FORMAT ": expected a number of events", period);
  return check_output(error);
}

/* Imports a file of perf, with the file of allocations (NULL: none). */
static bool import_data(const char *data, const char *blocks, GError **error) {
  SamplesAllocations *read = blocks != NULL ? samples_allocations_read(blocks, error) : NULL;
  if (blocks != NULL && read == NULL) return false;
  SamplesPerfImport *import = samples_perf_import_new(NULL);
  samples_perf_import_allocations(import, read);
  if (samples_perf_program_read(import, data, NULL, error)) return write_imported(import, error);
  samples_perf_import_free(import);
  return false;
}

/* Records samples of a program into a file in `folder`, and imports this file. Returns the exit status of memspy: if
 * the program failed, its status, as for memspy run. */
static int record_in(const char *folder, char **command) {
  g_autofree char *data = g_build_filename(folder, "perf.data", NULL);
  g_autofree char *blocks = allocations ? g_build_filename(folder, "allocations", NULL) : NULL;
  const SamplesPerfRecording recording = {event, period, callers, blocks, command};
  GError *error = NULL;
  int status = 0; /* exit status of the program, or of perf if nothing was recorded */
  const bool prepared = blocks == NULL || samples_allocations_prepare(blocks, &error);
  const bool recorded = prepared && samples_perf_program_record(&recording, data, &status, &error);
  if (recorded && status != 0) fprintf(stderr, "memspy: the program ended with status %d\n", status);
  const bool good = recorded && import_data(data, blocks, &error);
  g_unlink(data);
  if (blocks != NULL) g_unlink(blocks);
  const int own = good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
  return recorded && status != 0 ? status : own;
}

static int run_record(int n, char **args) {
  ui_subcommand_options(&n, &args, &samples_record_part);
  GError *error = NULL;
  if (!check_record(&error)) return ui_subcommand_fail(error);
  g_autofree char *folder = g_dir_make_tmp("memspy-XXXXXX", &error);
  if (folder == NULL) return ui_subcommand_fail(error);
  const int status = record_in(folder, args + 1);
  g_rmdir(folder);
  return status;
}

const UiSubcommand samples_record_part = {
    .name = "record",
    .arguments = "-- PROGRAM [ARGUMENT...]",
    .summary = "sample a program with perf",
    .help =
        "Runs PROGRAM under perf record, at full speed, and imports the samples. This requires perf, a kernel that permits\n"
        "it, and a processor with counters for hardware events, which most virtual machines lack. If one is missing,\n"
        "record prints the reason and a remedy. The exit status is PROGRAM's, as for memspy run and perf record.",
    .options = record_options,
    .examples = (const char *const[]){"memspy samples record -e cache-misses -c 10007 -o prog.samples -- ./prog",
                                      "a sample every 10007 misses of the last level", NULL},
    .least = 1,
    .most = G_MAXINT,
    .main = run_record,
};
