/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blocks_main.c: memspy blocks. */
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/blocks/ui_blocks_output.h"
#include "ui/names/ui_names.h"
#include "ui/replay/ui_replay_machine.h"
#include "ui/replay/ui_sweep_main.h"
#include "ui/replay/ui_sweep_plan.h"
#include "ui/replay/ui_sweep_steps.h"

enum { TOP = 20 };

/* The options. */
static char *given[COH_OPTIONS], *terms, *sort_key;
static gint top = TOP;
static gboolean as_json;

static const GOptionEntry options[] = {
    {"sweep", 0, 0, G_OPTION_ARG_STRING, &terms,
     "Simulate many machines in one pass: the terms of memspy replay --sweep, separated by spaces", "TERMS"},
    {"sort", 's', 0, G_OPTION_ARG_STRING, &sort_key, "Sort by KEY (references)", "KEY"},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "At most N blocks in the table; 0: all (20)", "N"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print all blocks as JSON (schema: docs/blocks.schema.json)", NULL},
#define OPTION UI_MACHINE_OPTION
#include "coherence/coh_machine.def"
#undef OPTION
    G_OPTION_ENTRY_NULL};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static UiSubcommandValue sort_key_at(unsigned i) {
  UiSubcommandValue value = {.name = NULL};
  value.name = ui_blocks_sort_key(i, &value.summary);
  return value;
}

static bool choose_sort(unsigned *sort, GError **error) {
  UiNearest nearest;
  const char *key;
  *sort = 0;
  if (sort_key == NULL) return true;
  ui_nearest_start(&nearest, sort_key);
  for (; (key = ui_blocks_sort_key(*sort, NULL)) != NULL && strcmp(key, sort_key) != 0; ++*sort)
    ui_nearest_offer(&nearest, key);
  const char *near = ui_nearest_take(&nearest);
  return key != NULL || ui_error_option(error, "bad option --sort=%s: there is no such key; the nearest is '%s'",
                                        sort_key, near != NULL ? near : ui_blocks_sort_key(0, NULL));
}

/* The words of --sweep. */
static GPtrArray *split_terms(void) {
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) parts = g_strsplit_set(terms != NULL ? terms : "", " \t\n", -1);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0') g_ptr_array_add(words, g_strdup(*part));
  return words;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

static bool write_report(const UiBlocksReport *report, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, NULL, error)) return false;
  if (as_json) {
    ui_blocks_json(report, output.file);
  } else {
    GString *text = g_string_new(NULL);
    ui_blocks_table(report, (unsigned)top, text);
    fwrite(text->str, 1, text->len, output.file);
    g_string_free(text, TRUE);
  }
  return ui_output_finish(&output, error);
}

/* Writes the report of a sweep. */
static bool report_counts(const UiSweepReport *sweep, const UiBlocks *blocks, unsigned sort, GError **error) {
  UiNames *names = ui_names_new(sweep->trace->tables, false);
  const UiBlocksReport report = {sweep, blocks, &ui_names_labels(names)[UI_CODE], sort};
  const bool good = write_report(&report, error);
  ui_names_free(names);
  return good;
}

static bool simulate(const UiTraceFile *trace, const coh_sweep *plan, const coh_sweep_base *base, unsigned sort,
                     GError **error) {
  UiSweepCounts counts = {0};
  UiBlocks *blocks = ui_blocks_new(trace, error);
  UiSweepCells *cells = blocks != NULL ? ui_sweep_cells_new_grouped(trace, blocks->of_sources, base->processors, error)
                                       : NULL;
  bool good = cells != NULL && ui_sweep(trace, plan, &(UiSweepWork){.share = {1, 1}}, cells, &counts, error);
  const UiSweepReport sweep = {.trace = trace,
                               .source = "Trace",
                               .path = trace->path,
                               .plan = plan,
                               .options = base->options,
                               .results = counts.results,
                               .instructions = counts.instructions,
                               .cells = cells,
                               .misses = counts.misses};
  good = good && report_counts(&sweep, blocks, sort, error);
  ui_sweep_counts_clear(&counts);
  ui_sweep_cells_free(cells);
  ui_blocks_free(blocks);
  return good;
}

static bool report_on(const UiTraceFile *trace, UiReplayMachine *machine, unsigned sort, GError **error) {
  unsigned busy;
  coh_sweep_base base = {.machine = machine->options.base,
                         .options = (const char *const *)machine->arguments->pdata,
                         .reader = ui_replay_machine_read_file,
                         .user = "the trace"};
  if (!ui_step_processors(trace, &base.processors, &busy, error)) return false;
  g_autoptr(GPtrArray) words = split_terms();
  coh_sweep *plan = ui_sweep_plan(&base, (const char *const *)words->pdata, words->len, error);
  if (plan != NULL && words->len != 0) ui_sweep_print_left_out(plan);
  const bool good = plan != NULL &&
                    (plan->n_machines != 0 || ui_error_option(error, "the machine%s", plan->left_out[0])) &&
                    simulate(trace, plan, &base, sort, error);
  coh_sweep_free(plan);
  return good;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static UiTraceFile *open_trace(const char *path, GError **error) {
  UiTraceFile *trace = ui_trace_file_open(path, error);
  if (trace != NULL && ui_trace_file_has_tables(trace, error)) return trace;
  ui_trace_file_close(trace);
  if (!ui_input_begins_with(path, TRACE_TEXT_BEGIN, strlen(TRACE_TEXT_BEGIN))) return NULL;
  g_clear_error(error);
  ui_error_set(error, UI_TRACE_ERROR, UI_TRACE_ERROR_INVALID,
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
  UiTraceFile *trace = open_trace(args[1], &error);
  if (trace == NULL) return ui_subcommand_fail(error);
  UiReplayMachine machine;
  ui_trace_file_warn(trace);
  const bool good = ui_replay_machine_start(&machine, given, trace->tables, &error) &&
                    report_on(trace, &machine, sort, &error);
  ui_replay_machine_free(&machine);
  ui_trace_file_close(trace);
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
