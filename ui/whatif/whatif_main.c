/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_main.c: the subcommand `memspy what-if`. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_out_name.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/diff/diff_main.h"
#include "ui/names/name_open.h"
#include "ui/whatif/whatif_placements.h"
#include "ui/whatif/whatif_schedules.h"
#include "ui/whatif/whatif_try_show.h"

/* The options. */
static char *given[MACH_OPTIONS], *kept;
static gboolean try_suggested;
static int tries = G_MININT, placements, schedules; /* tries: G_MININT if the option was not given */

static const GOptionEntry options[] = {
    {"try", 0, 0, G_OPTION_ARG_NONE, &try_suggested, "Try and rank the changes that the findings of TRACE suggest",
     NULL},
    {"tries", 0, 0, G_OPTION_ARG_INT, &tries,
     "With --try: at most N changes, those of the findings with most stall cycles first (12)", "N"},
    {"memspy-out-file", 0, 0, G_OPTION_ARG_FILENAME, &kept,
     "Write the profile with the changes to OUT; %p is the process id", "OUT"},
    {"placements", 0, 0, G_OPTION_ARG_INT, &placements,
     "Without a CHANGE: simulate N times with blocks and mappings at random addresses", "N"},
    {"schedules", 0, 0, G_OPTION_ARG_INT, &schedules,
     "Simulate N times with other orders of the processors that the program permits", "N"},
#define OPTION REPLAY_MACHINE_OPTION
#include "machine/mach_option_table.def"
#undef OPTION
    G_OPTION_ENTRY_NULL};

/* ---- the report of changes ---- */

static void report(const WhatifPlans *plans, const NameTable *names) {
  for (uint32_t i = 0; i < plans->n; i++) {
    const WhatifPlan *plan = &plans->plans[i];
    g_autofree char *text = ui_text_escaped(g_ptr_array_index(plans->texts, i));
    g_autofree char *name = ui_text_escaped(name_table_labels(names)[VIEW_DATA].names[plan->bin]);
    fprintf(stderr, "memspy what-if: %s: ", text);
    if (plan->objects == 0)
      fprintf(stderr, "the trace has no data of %s\n", name);
    else
      fprintf(stderr,
              "%s: %" G_GUINT64_FORMAT " moved, %" G_GUINT64_FORMAT " bytes, then %" G_GUINT64_FORMAT
              "; %" G_GUINT64_FORMAT " references\n",
              name, plan->objects, plan->bytes_before, plan->bytes_after, plan->references);
  }
}

/* The paths of files for two profiles, in a new temporary folder. */
typedef struct {
  char *folder, *before, *after;
} Files;

static bool make_files(Files *files, const EventsTraceFile *file, GError **error) {
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

/* Rejects standard output as the file for the profile, because the comparison is printed there. */
static bool check_kept(GError **error) {
  return kept == NULL || (*kept != '\0' && strcmp(kept, "-") != 0) ||
         ui_error_option(error, "--memspy-out-file=%s: expected the name of a file", kept);
}

static bool parse_changes(char **words, GPtrArray *changes, GError **error) {
  for (; *words != NULL; words++) {
    WhatifChange *change = whatif_change_parse(*words, error);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return true;
}

/* Replays the trace twice, without and with the changes. */
static bool replay_both(const EventsTraceFile *file, WhatifPlans *plans, const Files *files, GError **error) {
  WhatifMachine machine;
  const bool good = whatif_machine_make(&machine, file, given, error) &&
                    whatif_plans_check(plans, &machine.config, error) &&
                    replay_trace(file, &machine.replay, files->before, error) &&
                    whatif_replay(file, &machine.replay, &(WhatifDifference){.plans = plans}, files->after, error);
  whatif_machine_free(&machine);
  return good;
}

/* Compares the trace without and with the changes. Returns the exit status. */
static int try_changes(const EventsTraceFile *file, const GPtrArray *changes, char **words) {
  GError *error = NULL;
  NameTable *names = name_table_new(file->tables, true);
  View *view = view_new(file->tables, name_table_labels(names));
  WhatifPlans plans = {0};
  Files files = {0};
  int status = UI_EXIT_GOOD;
  if (whatif_plans_make(&plans, view, names, changes, &error) && make_files(&files, file, &error) &&
      replay_both(file, &plans, &files, &error)) {
    report(&plans, names);
    g_autofree char *joined = g_strjoinv(", ", words), *title = g_strconcat("what if: ", joined, NULL);
    status = diff_files((const char *const[]){files.before, files.after}, (const char *const[]){"as it was", title},
                        file->path);
  }
  remove_files(&files);
  whatif_plans_clear(&plans);
  view_free(view);
  name_table_free(names);
  return error != NULL ? ui_subcommand_fail(error) : status;
}

static void show_variation(WhatifVariation *found, GError **error) {
  found->top = diff_top();
  diff_write(whatif_show_variation, found, error);
}

/* Simulates the trace with random addresses, and shows the variation. Returns the exit status. */
static int try_placements(const EventsTraceFile *file) {
  GError *error = NULL;
  WhatifVariation found;
  if (whatif_placements(&found, file, given, (uint32_t)placements, &error)) show_variation(&found, &error);
  whatif_variation_clear(&found);
  return error != NULL ? ui_subcommand_fail(error) : UI_EXIT_GOOD;
}

/* Simulates the trace in other orders, with the changes if there are any, and shows the variation. Returns the exit
 * status. */
static int try_schedules(const EventsTraceFile *file, const GPtrArray *changes) {
  GError *error = NULL;
  NameTable *names = name_table_new(file->tables, true);
  View *view = view_new(file->tables, name_table_labels(names));
  WhatifPlans plans = {0};
  WhatifVariation found = {0};
  if (whatif_plans_make(&plans, view, names, changes, &error) &&
      whatif_schedules(&found, file, &plans, given, (uint32_t)schedules, &error))
    show_variation(&found, &error);
  whatif_variation_clear(&found);
  whatif_plans_clear(&plans);
  view_free(view);
  name_table_free(names);
  return error != NULL ? ui_subcommand_fail(error) : UI_EXIT_GOOD;
}

static void free_change(gpointer change) { whatif_change_free(change); }

/* ---- suggested changes ---- */

/* Tries the changes that are suggested for a trace. Returns the exit status. */
static int try_suggestions(const EventsTraceFile *file) {
  const guint most = tries != G_MININT ? (guint)tries : WHATIF_TRIES;
  GError *error = NULL;
  WhatifTrials trials;
  if (whatif_try(&trials, file, given, most, &error)) diff_write(whatif_show_trials, &trials, &error);
  whatif_trials_clear(&trials);
  return error != NULL ? ui_subcommand_fail(error) : UI_EXIT_GOOD;
}

/* Shows the changes that are suggested for a profile. Returns the exit status. */
static int suggest(const char *path) {
  GError *error = NULL;
  NameOpen open;
  if (name_open(&open, path, true, NULL, &error)) {
    WhatifSuggested suggested = whatif_suggest(open.view, open.names, NULL);
    diff_write(whatif_show_suggested, &suggested, &error);
    g_ptr_array_unref(suggested.suggestions);
  }
  name_open_close(&open);
  return error != NULL ? ui_subcommand_fail(error) : UI_EXIT_GOOD;
}

/* ---- the command ---- */

/* Returns whether a number of simulations is out of range. The number 0 means that the option was not given. */
static bool is_bad_number(int times) { return times != 0 && (times < WHATIF_LEAST_TIMES || times > WHATIF_MOST_TIMES); }

/* Checks the options of diff. They require two profiles, which exist only if the user has given changes. */
static bool check_reading(char **words, GError **error) {
  const char *reading = diff_reading();
  return reading == NULL || (*words != NULL && placements == 0 && schedules == 0) ||
         ui_error_option(
             error, "%s is an option of the comparison; allowed with a CHANGE, without --placements and --schedules",
             reading);
}

/* Returns whether the options are compatible with each other and with the changes. */
static bool check_options(char **words, GError **error) {
  const char *wrong = NULL;
  if (tries != G_MININT && !try_suggested) wrong = "--tries limits the changes of --try: give --try as well";
  if (tries != G_MININT && tries < 1) wrong = "--tries: expected a number of at least 1";
  if (try_suggested && *words != NULL) wrong = "--try makes its own changes: give no CHANGE, or leave out --try";
  if (kept != NULL && *words == NULL)
    wrong = "--memspy-out-file writes a profile with changes: give at least one CHANGE";
  if (is_bad_number(placements)) wrong = "bad option --placements: expected a number from 3 to 1000";
  if (is_bad_number(schedules)) wrong = "bad option --schedules: expected a number from 3 to 1000";
  if (placements != 0 && (try_suggested || schedules != 0 || *words != NULL || kept != NULL))
    wrong = "--placements simulates the unchanged program; allowed without changes, --schedules, --try and "
            "--memspy-out-file";
  if (schedules != 0 && (try_suggested || kept != NULL))
    wrong = "--schedules makes many profiles; allowed with changes, without --try and --memspy-out-file";
  return wrong == NULL || ui_error_option(error, "%s", wrong);
}

/* Rejects a trace if there are neither changes nor options that imply changes. Returns the exit status. */
static int refuse_trace(EventsTraceFile *file) {
  g_autofree char *path = ui_text_escaped(file->path);
  events_trace_file_close(file);
  fprintf(stderr, "memspy what-if: %s: this is a trace: give a CHANGE, --try, --placements or --schedules\n", path);
  return UI_EXIT_USAGE;
}

static int work_on_trace(const EventsTraceFile *file, const GPtrArray *changes, char **words) {
  GError *error = NULL;
  if (!events_trace_file_has_tables(file, &error)) return ui_subcommand_fail(error);
  events_trace_file_warn(file);
  if (placements != 0) return try_placements(file);
  if (schedules != 0) return try_schedules(file, changes);
  return try_suggested ? try_suggestions(file) : try_changes(file, changes, words);
}

static int run_what_if(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_whatif_subcommand);
  GError *error = NULL;
  g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(free_change);
  if (!check_options(args + 2, &error) || !check_kept(&error) || !check_reading(args + 2, &error) ||
      !diff_check(&error) || !parse_changes(args + 2, changes, &error))
    return ui_subcommand_fail(error);
  const bool is_alone = !try_suggested && placements == 0 && schedules == 0 && changes->len == 0;
  EventsTraceFile *file = events_trace_file_open(args[1], is_alone ? NULL : &error);
  if (file == NULL) return is_alone ? suggest(args[1]) : ui_subcommand_fail(error);
  if (is_alone) return refuse_trace(file);
  const int status = work_on_trace(file, changes, args + 2);
  events_trace_file_close(file);
  return status;
}

const UiSubcommand ui_whatif_subcommand = {
    .name = "what-if",
    .arguments = "TRACE|FILE [CHANGE...]",
    .summary = "estimate the gain of another data layout, from a trace",
    .help =
        "The tool's option --trace-file writes TRACE. what-if simulates it without and with the changes, and compares the\n"
        "results like memspy diff. A CHANGE is one argument, in quotes; several changes apply together. BIN is the name\n"
        "of data, as the session's command data shows it, or of the type of its elements. BINS are several names with\n"
        "commas, N and M are bytes, and NODE is a node of the machine:\n"
#define CHANGE(name, form, meaning) "  " form "\n      " meaning "\n"
#include "ui/whatif/whatif_changes.def"
#undef CHANGE
        "--try tries each change that the findings of the trace suggest, and then the best ones of several findings\n"
        "together. For FILE, a profile, and without a CHANGE, what-if lists the suggested changes.\n"
        "--placements, without a CHANGE, shows which results depend on the addresses of blocks and mappings. --schedules\n"
        "shows which results depend on the order in which threads ran, without or with a CHANGE.\n"
        "Changed data move to new memory; all other data keep their addresses. The program's instructions are unchanged,\n"
        "and so is the order of its references, except with --schedules. docs/what-if.md lists the assumptions.",
    .options = options,
    .also = &ui_diff_subcommand,
    .examples =
        (const char *const[]){
            "memspy what-if trace.1234 'pad counts[] to 64'", "each element in a separate cache line",
            "memspy what-if trace.1234 'split bodies: mass,charge | position' 'align bodies 64'",
            "two fields in a separate array, aligned to a cache line",
            "memspy what-if --machine=apple-m1 trace.1234 'row matrix to 4160'", "longer rows, on another machine",
            "memspy what-if trace.1234 'place table on node 1'", "a table in the memory of one node",
            "memspy what-if --try trace.1234", "the suggested changes, those that save most first",
            "memspy what-if --schedules=9 trace.1234", "the findings that remain in other orders of the threads", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_what_if,
};
