/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/db/db_list.h"

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_estimate.h"

enum { COLUMNS = 7, LABEL_WIDEST = 24, COMMAND_NARROWEST = 12 };

/* A line of the table. The texts are escaped for printing. */
typedef struct {
  char *cells[COLUMNS];
} Line;

static const char *const headings[COLUMNS] = {"Label", "Date (UTC)", "Machine", "Cycles", "Stall", "Misses", "Program"};
enum { LABEL, DATE, MACHINE, CYCLES, STALL, MISSES, COMMAND };

static char *format_time(int64_t seconds) {
  g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
  return time != NULL ? g_date_time_format(time, "%Y-%m-%d %H:%M") : g_strdup("?");
}

static char *format_count(const DbRun *run, uint64_t count) {
  GString *text = g_string_new(NULL);
  view_estimate_append_count(text, db_run_is_sampled(run), (double)count);
  return g_string_free(text, FALSE);
}

/* Returns a total number of cycles as text. Profiles made of samples have no cycles. */
static char *format_cycles(const DbRun *run, const char *total) {
  return db_run_total(run, "cycles") != 0 ? format_count(run, db_run_total(run, total)) : g_strdup("-");
}

static Line make_line(const DbRun *run) {
  g_autofree char *program = ui_text_escaped(run->program), *arguments = ui_text_escaped(run->arguments);
  return (Line){{
      [LABEL] = ui_text_escaped(run->label),
      [DATE] = format_time(run->started),
      [MACHINE] = ui_text_escaped(run->machine),
      [CYCLES] = format_cycles(run, "cycles"),
      [STALL] = format_cycles(run, "stall_cycles"),
      [MISSES] = format_count(run, db_run_total(run, "read_misses") + db_run_total(run, "write_misses")),
      [COMMAND] = g_strconcat(program, *arguments != '\0' ? " " : "", arguments, NULL),
  }};
}

static bool is_number(unsigned column) { return column == CYCLES || column == STALL || column == MISSES; }

/* Appends a line of the table. Numbers are right-aligned. */
static void append_line(const char *const *cells, const unsigned *widths, GString *out) {
  for (unsigned i = 0; i < COLUMNS; i++) {
    if (i > 0) g_string_append(out, "  ");
    if (is_number(i))
      g_string_append_printf(out, "%*s", (int)widths[i], cells[i]);
    else if (i == COMMAND)
      ui_text_append_cut(out, cells[i], widths[i]);
    else
      ui_text_append_fitted(out, cells[i], widths[i]);
  }
  g_string_append_c(out, '\n');
}

/* Sets the width of each column to the width of its widest cell, with a limit for labels and machines. The column of
 * the program gets the remaining width. */
static void measure(const Line *lines, guint n, unsigned width, unsigned *widths) {
  unsigned used = 2 * (COLUMNS - 1);
  for (unsigned i = 0; i < COMMAND; i++) {
    widths[i] = ui_text_width(headings[i]);
    for (guint j = 0; j < n; j++) widths[i] = MAX(widths[i], ui_text_width(lines[j].cells[i]));
    if (i == LABEL || i == MACHINE) widths[i] = MIN(widths[i], LABEL_WIDEST);
    used += widths[i];
  }
  widths[COMMAND] = width > used + COMMAND_NARROWEST ? width - used : COMMAND_NARROWEST;
}

void db_list_text(const GPtrArray *runs, unsigned width, GString *out) {
  g_autofree Line *lines = g_new(Line, runs->len);
  unsigned widths[COLUMNS];
  for (guint i = 0; i < runs->len; i++) lines[i] = make_line(g_ptr_array_index(runs, i));
  measure(lines, runs->len, width, widths);
  append_line(headings, widths, out);
  for (guint i = 0; i < runs->len; i++) {
    append_line((const char *const *)lines[i].cells, widths, out);
    for (unsigned j = 0; j < COLUMNS; j++) g_free(lines[i].cells[j]);
  }
}

static void put_run(UiJson *json, const DbRun *run) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "label", run->label);
  ui_json_number(json, "added", (uint64_t)MAX(run->added, 0));
  ui_json_number(json, "started", (uint64_t)MAX(run->started, 0));
  ui_json_string(json, "program", run->program);
  ui_json_string(json, "arguments", run->arguments);
  ui_json_string(json, "machine", run->machine);
  ui_json_number(json, "bytes", (uint64_t)MAX(run->bytes, 0));
  ui_json_boolean(json, "sampled", db_run_is_sampled(run));
  ui_json_begin_object(json, "totals");
  for (guint i = 0; i < run->totals->len; i++) {
    const DbTotal *total = &g_array_index(run->totals, DbTotal, i);
    ui_json_number(json, total->name, total->value);
  }
  ui_json_end_object(json);
  ui_json_begin_array(json, "options");
  for (guint i = 0; i + 1 < run->options->len; i += 2) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", g_ptr_array_index(run->options, i));
    ui_json_string(json, "value", g_ptr_array_index(run->options, i + 1));
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void db_list_json(const GPtrArray *runs, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_array(&json, NULL);
  for (guint i = 0; i < runs->len; i++) put_run(&json, g_ptr_array_index(runs, i));
  ui_json_end_array(&json);
}
