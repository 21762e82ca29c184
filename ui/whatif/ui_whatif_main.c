/* ui_whatif_main.c: memspy what-if.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_out_name.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/replay/ui_replay.h"
#include "ui/runs/ui_diff_main.h"
#include "ui/whatif/ui_whatif_plan.h"

/* The options. */
static char *given[COH_OPTIONS], *kept;

static const GOptionEntry options[] = {{"memspy-out-file", 0, 0, G_OPTION_ARG_FILENAME, &kept,
                                        "Keep the profile with the changes in OUT, %p for the number of the process",
                                        "OUT"},
#define OPTION UI_MACHINE_OPTION
#include "coherence/coh_options.def"
#undef OPTION
                                       G_OPTION_ENTRY_NULL};

/* ---- the replay with the changes ---- */

static const char *simulate(void *closure, const trace_batch *batch) { return trace_replay_batch(closure, batch); }

static const char *feed(void *closure, trace_replay *replay, const trace_batch *batch) {
  return ui_whatif_map_batch(closure, batch, simulate, replay);
}

/* Says why, and what the reference at fault is, if one is: code, and the offset in its block. */
static void set_refusal(const UiTraceFile *file, const UiWhatifPlans *plans, const UiWhatifRefusal *refusal,
                        GError **error) {
  g_autofree char *text = ui_text_escaped(g_ptr_array_index(plans->texts, refusal->plan));
  g_clear_error(error);
  if (refusal->source == UI_WHATIF_NO_SOURCE) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "cannot '%s': %s", text, refusal->what);
    return;
  }
  const trace_source *source = &file->sources[refusal->source];
  g_autofree char *place = ui_names_place(file->tables, (uint32_t)source->place);
  g_autofree char *printable = ui_text_escaped(place);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "cannot '%s': %s: %s refers to %u bytes from byte %" G_GUINT64_FORMAT
              " on; allowed are changes that leave these side by side",
              text, refusal->what, printable, (unsigned)source->size, refusal->offset);
}

static bool replay_changed(const UiTraceFile *file, const UiReplay *plain, UiWhatifPlans *plans, const char *path,
                           GError **error) {
  UiWhatifMap *map = ui_whatif_map_new(file->sources, file->n_sources, plans->plans, plans->n);
  UiTraceFile changed = *file;
  UiReplay replay = *plain;
  changed.sources = ui_whatif_map_sources(map, &changed.n_sources);
  replay.feed = feed;
  replay.closure = map;
  const bool good = ui_replay(&changed, &replay, path, error);
  const UiWhatifRefusal *refusal = ui_whatif_map_refusal(map);
  if (!good && refusal->what != NULL) set_refusal(file, plans, refusal, error);
  ui_whatif_map_free(map);
  return good;
}

/* ---- what was done ---- */

static void report(const UiWhatifPlans *plans, const UiNames *names) {
  for (uint32_t i = 0; i < plans->n; i++) {
    const UiWhatifPlan *plan = &plans->plans[i];
    g_autofree char *text = ui_text_escaped(g_ptr_array_index(plans->texts, i));
    g_autofree char *name = ui_text_escaped(ui_names_labels(names)[UI_DATA].names[plan->bin]);
    fprintf(stderr, "memspy what-if: %s: ", text);
    if (plan->objects == 0)
      fprintf(stderr, "the trace has nothing of %s\n", name);
    else
      fprintf(stderr,
              "%s: %" G_GUINT64_FORMAT " moved, %" G_GUINT64_FORMAT " bytes, then %" G_GUINT64_FORMAT
              "; %" G_GUINT64_FORMAT " references\n",
              name, plan->objects, plan->bytes_before, plan->bytes_after, plan->references);
  }
}

/* Files for two profiles, in a folder that did not exist before. */
typedef struct {
  char *folder, *before, *after;
} Files;

static bool make_files(Files *files, const UiTraceFile *file, GError **error) {
  *files = (Files){.folder = g_dir_make_tmp("memspy-what-if-XXXXXX", error)};
  if (files->folder == NULL) return false;
  files->before = g_build_filename(files->folder, "before.memspy", NULL);
  files->after = kept != NULL ? ui_out_name(kept, (pid_t)file->tables->pid, 1)
                              : g_build_filename(files->folder, "after.memspy", NULL);
  return ui_output_check(files->after, error);
}

static void remove_files(Files *files) {
  if (files->folder != NULL) {
    (void)g_unlink(files->before);
    if (kept == NULL) (void)g_unlink(files->after);
    (void)g_rmdir(files->folder);
  }
  g_free(files->folder);
  g_free(files->before);
  g_free(files->after);
}

/* ---- the command ---- */

/* The profile is a file: standard output has the comparison. */
static bool check_kept(GError **error) {
  if (kept == NULL || (*kept != '\0' && strcmp(kept, "-") != 0)) return true;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--memspy-out-file=%s: expected the name of a file",
              kept);
  return false;
}

static bool parse_changes(char **words, GPtrArray *changes, GError **error) {
  for (; *words != NULL; words++) {
    UiWhatifChange *change = ui_whatif_change_parse(*words, error);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return true;
}

static char *join_words(char **words) {
  g_autofree char *joined = g_strjoinv(", ", words);
  return g_strdup_printf("what if: %s", joined);
}

/* Replays twice, and compares. */
static bool replay_both(const UiTraceFile *file, UiWhatifPlans *plans, const Files *files, GError **error) {
  UiReplayMachine machine;
  coh_config config;
  UiReplay replay = ui_replay_as_run(file->tables);
  replay.config = &config;
  replay.machine = &machine;
  const bool good = ui_replay_machine_of(&machine, given, file, &config, error) &&
                    ui_replay(file, &replay, files->before, error) &&
                    replay_changed(file, &replay, plans, files->after, error);
  ui_replay_machine_free(&machine);
  return good;
}

/* Tries changes on a trace. Returns the exit status. */
static int try_changes(const UiTraceFile *file, const GPtrArray *changes, char **words) {
  GError *error = NULL;
  UiNames *names = ui_names_new(file->tables, true);
  UiView *view = ui_view_new(file->tables, ui_names_labels(names));
  UiWhatifPlans plans = {0};
  Files files = {0};
  int status = UI_EXIT_GOOD;
  if (ui_whatif_plans_make(&plans, view, names, changes, &error) && make_files(&files, file, &error) &&
      replay_both(file, &plans, &files, &error)) {
    report(&plans, names);
    g_autofree char *title = join_words(words);
    status = ui_diff_files((const char *const[]){files.before, files.after}, (const char *const[]){"as it was", title},
                           file->path);
  }
  remove_files(&files);
  ui_whatif_plans_clear(&plans);
  ui_view_free(view);
  ui_names_free(names);
  return error != NULL ? ui_subcommand_fail(error) : status;
}

static void free_change(gpointer change) { ui_whatif_change_free(change); }

static int run_what_if(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_whatif_subcommand);
  GError *error = NULL;
  g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(free_change);
  if (!check_kept(&error) || !ui_diff_check(&error) || !parse_changes(args + 2, changes, &error))
    return ui_subcommand_fail(error);
  UiTraceFile *file = ui_trace_file_open(args[1], &error);
  if (file == NULL) return ui_subcommand_fail(error);
  int status;
  if (file->tables == NULL) {
    g_set_error(&error, UI_TRACE_ERROR, UI_TRACE_ERROR_INVALID, "%s: the trace has no tables", file->path);
    status = ui_subcommand_fail(error);
  } else {
    ui_trace_file_warn(file);
    status = try_changes(file, changes, args + 2);
  }
  ui_trace_file_close(file);
  return status;
}

const UiSubcommand ui_whatif_subcommand = {
    .name = "what-if",
    .arguments = "TRACE CHANGE...",
    .summary = "try another layout of data on a trace, and show what it would win",
    .help =
        "TRACE is a file that the tool's option --trace-file made. what-if simulates it as it was and with the changes, and\n"
        "compares the two as diff does. A CHANGE is one argument, in quotes; several apply together. BIN is the name of\n"
        "data, as memspy data shows it, or of the type of their elements; N and M are bytes:\n"
#define CHANGE(name, form, meaning) "  " form "\n      " meaning "\n"
#include "ui/whatif/ui_whatif_changes.def"
#undef CHANGE
        "What is moved gets memory of its own; all else stays where it was. The program's instructions and the order of its\n"
        "references stay as well. docs/what-if.md says what is assumed.",
    .options = options,
    .also = &ui_diff_subcommand,
    .examples =
        (const char *const[]){"memspy what-if trace.1234 'pad counts[] to 64'",
                              "what if each element had a line of its own",
                              "memspy what-if trace.1234 'split bodies: mass,charge | position' 'align bodies 64'",
                              "two fields in an array of their own, from the start of a line on",
                              "memspy what-if --machine=apple-m1 trace.1234 'row matrix to 4160'",
                              "longer rows, on another machine", NULL},
    .least = 2,
    .most = G_MAXUINT,
    .main = run_what_if,
};
