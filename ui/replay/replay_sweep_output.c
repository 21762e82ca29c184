/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_sweep_output.h"

#include <string.h>

#include "bins/bin_sweep.h"
#include "ui/base/ui_text.h"
#include "ui/export/export_json.h"
#include "ui/replay/replay_sweep_cells_output.h"
#include "ui/report/report_page.h"
#include "ui/screens/screen_columns.h"

/* The names of the sources of misses in CSV and JSON. */
static const char *const source_names[SWEEP_SOURCES] = {
    [COH_FROM_L2] = "l2", [COH_FROM_LL] = "ll", [COH_FROM_MEMORY] = "memory", [COH_FROM_CACHE] = "cache"};

/* ---- the table --------------------------------------------------------------------------------------------------- */

typedef enum { MISSES, RATE, COLD, REPLACED, INVALIDATED, MEMORY, STALL, CYCLES, COLUMNS } Column;

static const char *const headings[COLUMNS] = {"Misses",      "Rate",        "Cold",  "Replaced",
                                              "Invalidated", "From memory", "Stall", "Cycles"};

static uint64_t amount(const ReplaySweepResult *result, Column column) {
  const ProfileCounts *counts = &result->counts;
  switch (column) {
    case COLD: return counts->cold;
    case REPLACED: return counts->replacement;
    case INVALIDATED: return counts->invalidation;
    case MEMORY: return result->from[COH_FROM_MEMORY];
    case STALL: return counts->stall_cycles;
    case CYCLES: return result->cycles;
    default: return profile_counts_misses(counts);
  }
}

/* Returns whether a column is shown. It is not shown if it is 0 on all machines, or always equal to another column. */
static bool is_shown(const ReplaySweepReport *report, Column column) {
  for (unsigned i = 0; i < report->plan->n_machines; i++) {
    const ReplaySweepResult *result = &report->results[i];
    if (column == INVALIDATED ? amount(result, column) != 0
                              : column != MEMORY || amount(result, column) != amount(result, MISSES))
      return true;
  }
  return false;
}

static void append_amount(const ReplaySweepResult *result, Column column, GString *out) {
  if (column == RATE)
    ui_text_append_percent(out, (double)profile_counts_misses(&result->counts),
                           (double)profile_counts_references(&result->counts));
  else
    ui_text_append_count(out, (double)amount(result, column));
}

/* Returns the texts of a line: the values of the parameters, followed by the shown columns. */
static GPtrArray *make_line(const ReplaySweepReport *report, unsigned machine) {
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  for (unsigned i = 0; i < report->plan->n_parameters; i++)
    g_ptr_array_add(line, ui_text_escaped(report->plan->machines[machine].values[i]));
  for (unsigned column = 0; column < COLUMNS; column++) {
    if (!is_shown(report, (Column)column)) continue;
    GString *text = g_string_new(NULL);
    append_amount(&report->results[machine], (Column)column, text);
    g_ptr_array_add(line, g_string_free(text, FALSE));
  }
  return line;
}

static GPtrArray *make_headings(const ReplaySweepReport *report) {
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  for (unsigned i = 0; i < report->plan->n_parameters; i++)
    g_ptr_array_add(line, ui_text_escaped(report->plan->parameters[i].name));
  for (unsigned column = 0; column < COLUMNS; column++)
    if (is_shown(report, (Column)column)) g_ptr_array_add(line, g_strdup(headings[column]));
  return line;
}

void replay_sweep_table(const ReplaySweepReport *report, GString *out) {
  g_autofree char *path = ui_text_escaped(report->path);
  g_string_append_printf(out, "%s: %s\nReferences: ", report->source, path);
  ui_text_append_count(out, (double)profile_counts_references(&report->results[0].counts));
  g_string_append(out, ", instructions: ");
  ui_text_append_count(out, (double)report->instructions);
  g_string_append_printf(out, ", machines: %u\n\n", report->plan->n_machines);
  GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_ptr_array_add(lines, make_headings(report));
  for (unsigned i = 0; i < report->plan->n_machines; i++) g_ptr_array_add(lines, make_line(report, i));
  screen_columns_table(lines, 0, out);
  g_ptr_array_unref(lines);
  if (report->cells != NULL) replay_sweep_cells_table(report, out);
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static void put_geometry(FILE *file, const mach_geometry *geometry) {
  fprintf(file, ",%" G_GUINT64_FORMAT ",%u,%u", geometry->size, geometry->size ? geometry->ways : 0,
          geometry->size ? geometry->line : 0);
}

void replay_sweep_csv(const ReplaySweepReport *report, FILE *file) {
  const sweep_plan *plan = report->plan;
  for (unsigned i = 0; i < plan->n_parameters; i++) fprintf(file, "%s%s", i > 0 ? "," : "", plan->parameters[i].name);
  fputs(",d1_size,d1_ways,d1_line,l2_size,l2_ways,l2_line,ll_size,ll_ways,ll_line", file);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) fprintf(file, ",%s", profile_counts_name(i));
  for (unsigned i = COH_FROM_L2; i < SWEEP_SOURCES; i++) fprintf(file, ",from_%s", source_names[i]);
  fputs(",cycles\r\n", file);
  for (unsigned m = 0; m < plan->n_machines; m++) {
    const ReplaySweepResult *result = &report->results[m];
    for (unsigned i = 0; i < plan->n_parameters; i++)
      fprintf(file, "%s%s", i > 0 ? "," : "", plan->machines[m].values[i]);
    put_geometry(file, &plan->machines[m].config.d1);
    put_geometry(file, &plan->machines[m].config.l2);
    put_geometry(file, &plan->machines[m].config.ll);
    for (unsigned i = 0; i < PROFILE_COUNTS; i++)
      fprintf(file, ",%" G_GUINT64_FORMAT, profile_counts_get(&result->counts, i));
    for (unsigned i = COH_FROM_L2; i < SWEEP_SOURCES; i++) fprintf(file, ",%" G_GUINT64_FORMAT, result->from[i]);
    fprintf(file, ",%" G_GUINT64_FORMAT "\r\n", result->cycles);
  }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void put_cache(UiJson *json, const char *key, const mach_geometry *geometry) {
  export_json_cache(json, key, geometry->size, geometry->ways, geometry->line);
}

static void put_parameters(UiJson *json, const sweep_plan *plan) {
  ui_json_begin_array(json, "parameters");
  for (unsigned i = 0; i < plan->n_parameters; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", plan->parameters[i].name);
    ui_json_boolean(json, "size", sweep_plan_is_size(plan->parameters[i].name));
    ui_json_strings(json, "values", (const char *const *)plan->parameters[i].values);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_machine(UiJson *json, const ReplaySweepReport *report, unsigned m) {
  const sweep_plan_machine *machine = &report->plan->machines[m];
  const ReplaySweepResult *result = &report->results[m];
  ui_json_begin_object(json, NULL);
  ui_json_begin_array(json, "values");
  for (unsigned i = 0; i < report->plan->n_parameters; i++) ui_json_string(json, NULL, machine->values[i]);
  ui_json_end_array(json);
  ui_json_number(json, "processors", machine->config.processors);
  put_cache(json, "d1", &machine->config.d1);
  put_cache(json, "l2", &machine->config.l2);
  put_cache(json, "ll", &machine->config.ll);
  ui_json_string(json, "protocol", mach_protocol_name(machine->config.protocol));
  ui_json_string(json, "replacement", mach_replacement_name(machine->config.replacement));
  ui_json_begin_object(json, "counts");
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    ui_json_number(json, profile_counts_name(i), profile_counts_get(&result->counts, i));
  ui_json_end_object(json);
  ui_json_begin_object(json, "from");
  for (unsigned i = COH_FROM_L2; i < SWEEP_SOURCES; i++) ui_json_number(json, source_names[i], result->from[i]);
  ui_json_end_object(json);
  ui_json_number(json, "cycles", result->cycles);
  ui_json_end_object(json);
}

void replay_sweep_json_begin(UiJson *json, const ReplaySweepReport *report, uint64_t version, FILE *file) {
  ui_json_start(json, file);
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "version", version);
  ui_json_string(json, "trace", report->trace->path);
  ui_json_boolean(json, "cut", events_trace_file_is_cut(report->trace));
  ui_json_number(json, "events", trace_reader_events(report->trace->reader));
  ui_json_number(json, "instructions", report->instructions);
  ui_json_strings(json, "options", report->options);
  put_parameters(json, report->plan);
  ui_json_begin_array(json, "machines");
  for (unsigned i = 0; i < report->plan->n_machines; i++) put_machine(json, report, i);
  ui_json_end_array(json);
}

void replay_sweep_json_left_out(UiJson *json, const ReplaySweepReport *report) {
  ui_json_begin_array(json, "left_out");
  for (uint32_t i = 0; i < report->plan->n_left_out; i++) ui_json_string(json, NULL, report->plan->left_out[i]);
  ui_json_end_array(json);
}

void replay_sweep_json(const ReplaySweepReport *report, FILE *file) {
  UiJson json;
  replay_sweep_json_begin(&json, report, BIN_SWEEP_VERSION, file);
  if (report->cells != NULL) replay_sweep_cells_json(&json, report);
  replay_sweep_json_left_out(&json, report);
  ui_json_seal(&json);
  ui_json_end_object(&json);
  putc('\n', file);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void put_data(const void *report, const ReportPageData *to) { replay_sweep_json(report, to->document); }

void replay_sweep_page(const ReplaySweepReport *report, FILE *file) {
  report_page_put(file, REPORT_PAGE_SWEEP, put_data, report);
}
