/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_main.c: the subcommand `memspy blocks`. */
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/blocks/blocks_output.h"
#include "ui/names/name_table.h"
#include "ui/replay/replay_machine.h"
#include "ui/replay/replay_sweep_main.h"
#include "ui/replay/replay_sweep_plan.h"
#include "ui/replay/replay_sweep_steps.h"

enum { TOP = 20 };

/* The values of the command-line options. */
static char *given[MACH_OPTIONS], *terms, *sort_key;
static gint top = TOP;
static gboolean as_json;

static const GOptionEntry options[] = {
    {"sweep", 0, 0, G_OPTION_ARG_STRING, &terms,
     "Simulate many machines in one pass: the terms of memspy replay --sweep, separated by spaces", "TERMS"},
    {"sort", 's', 0, G_OPTION_ARG_STRING, &sort_key, "Sort by KEY (references)", "KEY"},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "At most N blocks in the table; 0: all (20)", "N"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print all blocks as JSON (schema: docs/blocks.schema.json)", NULL},
#define OPTION REPLAY_MACHINE_OPTION
#include "machine/mach_option_table.def"
#undef OPTION
    G_OPTION_ENTRY_NULL};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static UiSubcommandValue sort_key_at(unsigned i) {
  UiSubcommandValue value = {.name = NULL};
  value.name = blocks_sort_key(i, &value.summary);
  return value;
}

static bool choose_sort(unsigned *sort, GError **error) {
  UiNearest nearest;
  const char *key;
  *sort = 0;
  if (sort_key == NULL) return true;
  ui_nearest_start(&nearest, sort_key);
  for (; (key = blocks_sort_key(*sort, NULL)) != NULL && strcmp(key, sort_key) != 0; ++*sort)
    ui_nearest_offer(&nearest, key);
  const char *near = ui_nearest_take(&nearest);
  return key != NULL || ui_error_option(error, "bad option --sort=%s: there is no such key; the nearest is '%s'",
                                        sort_key, near != NULL ? near : blocks_sort_key(0, NULL));
}

/* Splits the value of --sweep into words. */
static GPtrArray *split_terms(void) {
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) parts = g_strsplit_set(terms != NULL ? terms : "", " \t\n", -1);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0') g_ptr_array_add(words, g_strdup(*part));
  return words;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

static bool write_report(const BlocksReport *report, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, NULL, error)) return false;
  if (as_json) {
    blocks_json(report, output.file);
  } else {
    GString *text = g_string_new(NULL);
    blocks_table(report, (unsigned)top, text);
    fwrite(text->str, 1, text->len, output.file);
    g_string_free(text, TRUE);
  }
  return ui_output_finish(&output, error);
}

/* Writes the report of the blocks after a sweep of machines. */
static bool report_counts(const ReplaySweepReport *sweep, const Blocks *blocks, unsigned sort, GError **error) {
  NameTable *names = name_table_new(sweep->trace->tables, false);
  const BlocksReport report = {sweep, blocks, &name_table_labels(names)[VIEW_CODE], sort};
  const bool good = write_report(&report, error);
  name_table_free(names);
  return good;
}

static bool simulate(const EventsTraceFile *trace, const sweep_plan *plan, const sweep_plan_base *base, unsigned sort,
                     GError **error) {
  ReplaySweepCounts counts = {0};
  Blocks *blocks = blocks_new(trace, error);
  ReplaySweepCells *cells = blocks != NULL
                                ? replay_sweep_cells_new_grouped(trace, blocks->of_sources, base->processors, error)
                                : NULL;
  bool good = cells != NULL && replay_sweep(trace, plan, &(ReplaySweepWork){.share = {1, 1}}, cells, &counts, error);
  const ReplaySweepReport sweep = {.trace = trace,
                                   .source = "Trace",
                                   .path = trace->path,
                                   .plan = plan,
                                   .options = base->options,
                                   .results = counts.results,
                                   .instructions = counts.instructions,
                                   .cells = cells,
                                   .misses = counts.misses};
  good = good && report_counts(&sweep, blocks, sort, error);
  replay_sweep_counts_clear(&counts);
  replay_sweep_cells_free(cells);
  blocks_free(blocks);
  return good;
}

static bool report_on(const EventsTraceFile *trace, ReplayMachine *machine, unsigned sort, GError **error) {
  unsigned busy;
  sweep_plan_base base = {.machine = machine->options.base,
                          .name = machine->options.base_name,
                          .options = (const char *const *)machine->arguments->pdata,
                          .reader = replay_machine_read_file,
                          .host_file = replay_machine_host_file(),
                          .user = "the trace"};
  if (!replay_step_processors(trace, &base.processors, &busy, error)) return false;
  g_autoptr(GPtrArray) words = split_terms();
  sweep_plan *plan = replay_sweep_plan(&base, (const char *const *)words->pdata, words->len, error);
  if (plan != NULL && words->len != 0) replay_sweep_print_left_out(plan);
  const bool good = plan != NULL &&
                    (plan->n_machines != 0 || ui_error_option(error, "the machine%s", plan->left_out[0])) &&
                    simulate(trace, plan, &base, sort, error);
  sweep_plan_free(plan);
  return good;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static EventsTraceFile *open_trace(const char *path, GError **error) {
  EventsTraceFile *trace = events_trace_file_open(path, error);
  if (trace != NULL && events_trace_file_has_tables(trace, error)) return trace;
  events_trace_file_close(trace);
  if (!ui_input_begins_with(path, TRACE_TEXT_BEGIN, strlen(TRACE_TEXT_BEGIN))) return NULL;
  g_clear_error(error);
  ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID,
               "%s: this is a profile, which lacks the order of references; use a trace: memspy run "
               "--trace-file=TRACE -- PROGRAM, then memspy blocks TRACE",
               path);
  return NULL;
}

static int run_blocks(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_blocks_subcommand);
  GError *error = NULL;
  unsigned sort;
  if (top < 0) ui_error_option(&error, "bad option --top=%d: expected a number from 0", top);
  if (top < 0 || !choose_sort(&sort, &error)) return ui_subcommand_fail(error);
  EventsTraceFile *trace = open_trace(args[1], &error);
  if (trace == NULL) return ui_subcommand_fail(error);
  ReplayMachine machine;
  events_trace_file_warn(trace);
  const bool good = replay_machine_start(&machine, given, trace->tables, &error) &&
                    report_on(trace, &machine, sort, &error);
  replay_machine_free(&machine);
  events_trace_file_close(trace);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_blocks_subcommand = {
    .name = "blocks",
    .arguments = "TRACE",
    .summary = "show the misses of each basic block of a traced program, on one machine or many",
    .help =
        "The tool's option --trace-file writes TRACE. The line of a block has its executions and references, the share\n"
        "of stores, the strides of its references in units of their size (0, 1, 2, 3..8; regular: another distance, equal\n"
        "to the last one; random: any other), and the hit rate of each cache, relative to the references that reach it.\n"
        "The machine is that of the run or of the options. A block is code that refers to memory and was always executed\n"
        "from its first instruction to its last.",
    .options = options,
    .listed_option = "sort",
    .listed_value = sort_key_at,
    .examples = (const char *const[]){"memspy blocks prog.trace", "on the machine of the run",
                                      "memspy blocks --sweep='D1=16K,32K,64K LL=1M,8M' --json prog.trace",
                                      "on six machines, as JSON", NULL},
    .least = 1,
    .most = 1,
    .main = run_blocks,
};
