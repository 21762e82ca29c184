/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/runs/runs_output.h"

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/report/report_page.h"
#include "ui/screens/screen_columns.h"

enum { NAME = 34, VALUE = 12, DECIMALS = 2 };
#define VERSION_OF_SCHEMA 1
#define IMBALANCE "Greatest load / mean load"

/* ---- text ---- */

/* Some runs of the table: those from `first` to the one before `end`. */
typedef struct {
  const Screen *screen;
  const RunsTable *table;
  unsigned first, end;
} Part;

static void append_name(const char *name, GString *out) { ui_text_append_fitted(out, name, NAME); }

static void append_heads(const Part *part, GString *out) {
  append_name("", out);
  for (unsigned r = part->first; r < part->end; r++) {
    g_autofree char *label = ui_text_escaped(part->table->runs[r].label);
    g_autoptr(GString) fitted = g_string_new(" ");
    ui_text_append_cut(fitted, label, VALUE - 1);
    screen_columns_right(out, fitted->str, VALUE);
  }
  screen_columns_end(out);
}

static void append_imbalance(const Part *part, GString *out) {
  append_name(IMBALANCE, out);
  for (unsigned r = part->first; r < part->end; r++)
    g_string_append_printf(out, "%*.*f", VALUE, DECIMALS, runs_table_imbalance(part->table->runs[r].view->profile));
  screen_columns_end(out);
}

static void append_group(const Part *part, RunsGroup group, GString *out) {
  const GPtrArray *rows = part->table->rows[group];
  if (rows->len == 0) return;
  g_autofree char *title = runs_table_title(part->table, group);
  g_string_append_c(out, '\n');
  screen_title(part->screen, out, title);
  for (guint i = 0; i < rows->len; i++) {
    const RunsRow *row = g_ptr_array_index(rows, i);
    append_name(row->name, out);
    for (unsigned r = part->first; r < part->end; r++)
      screen_columns_estimate(out, part->table->runs[r].view->profile, (double)row->values[r], VALUE);
    screen_columns_end(out);
  }
  if (group == RUNS_TOTALS) append_imbalance(part, out);
}

void runs_text(const Screen *screen, const RunsTable *table, GString *out) {
  if (runs_table_machines_differ(table)) g_string_append(out, "The machines of the runs differ.\n\n");
  const unsigned fit = MAX(screen->width, NAME + VALUE) - NAME, most = MAX(fit / VALUE, 1);
  for (unsigned first = 0; first < table->n; first += most) {
    const Part part = {screen, table, first, MIN(first + most, table->n)};
    if (first != 0) g_string_append_c(out, '\n');
    append_heads(&part, out);
    for (unsigned group = 0; group < RUNS_GROUPS; group++) append_group(&part, group, out);
  }
}

/* ---- JSON ---- */

/* Writes what a processor did in each interval in which it was active. */
static void put_processor(UiJson *json, const Profile *profile, uint32_t processor) {
  const ProfileLaneInterval *const end = profile->intervals + profile->n_intervals;
  const ProfileLaneInterval *first = profile->intervals;
  while (first < end && first->processor < processor) first++;
  const ProfileLaneInterval *after = first;
  while (after < end && after->processor == processor) after++;
  const ProfileProcessor *of = &profile->processors[processor];
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "threads", of->threads);
  ui_json_number(json, "busy_cycles", of->busy_cycles);
  ui_json_number(json, "stall_cycles", of->counts.stall_cycles);
  ui_json_number(json, "idle_cycles", of->idle_cycles);
  UI_JSON_NUMBERS(json, "number", (uint32_t)(after - first), first[i].number);
  UI_JSON_NUMBERS(json, "cycles", (uint32_t)(after - first), first[i].cycles);
  UI_JSON_NUMBERS(json, "idle", (uint32_t)(after - first), first[i].idle_cycles);
  UI_JSON_NUMBERS(json, "stall", (uint32_t)(after - first), first[i].stall_cycles);
  ui_json_end_object(json);
}

static void put_run(UiJson *json, const RunsRun *run) {
  const Profile *profile = run->view->profile;
  g_autoptr(GString) machine = g_string_new(NULL);
  profile_machine_describe(profile, G_MAXUINT, machine);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "label", run->label);
  ui_json_strings(json, "command", profile->command);
  ui_json_string(json, "machine", g_strchomp(machine->str));
  ui_json_number(json, "cycles", profile->totals.cycles);
  ui_json_decimal(json, "imbalance", runs_table_imbalance(profile), 3);
  ui_json_boolean(json, "estimated", profile->sampled);
  ui_json_number(json, "interval_cycles", profile->timeline.cycles);
  ui_json_number(json, "intervals", profile->timeline.intervals);
  ui_json_begin_array(json, "processors");
  for (uint32_t i = 0; i < profile->n_processors; i++) put_processor(json, profile, i);
  ui_json_end_array(json);
  ui_json_end_object(json);
}

static void put_group(UiJson *json, const RunsTable *table, RunsGroup group) {
  g_autofree char *title = runs_table_title(table, group);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "title", title);
  ui_json_begin_array(json, "rows");
  for (guint i = 0; i < table->rows[group]->len; i++) {
    const RunsRow *row = g_ptr_array_index(table->rows[group], i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", row->name);
    UI_JSON_NUMBERS(json, "values", table->n, row->values[i]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void runs_json(const RunsTable *table, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_number(&json, "version", VERSION_OF_SCHEMA);
  ui_json_boolean(&json, "machines_differ", runs_table_machines_differ(table));
  ui_json_begin_array(&json, "runs");
  for (unsigned r = 0; r < table->n; r++) put_run(&json, &table->runs[r]);
  ui_json_end_array(&json);
  ui_json_begin_array(&json, "groups");
  for (unsigned group = 0; group < RUNS_GROUPS; group++) put_group(&json, table, group);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
  putc('\n', file);
}

/* ---- the page ---- */

static void put_data(const void *table, const ReportPageData *to) { runs_json(table, to->document); }

void runs_page(const RunsTable *table, FILE *file) { report_page_put(file, REPORT_PAGE_RUNS, put_data, table); }
