/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/events_trace_stat.h"

#include <string.h>

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/trace/events_trace_names.h"

enum { PLAIN_EVENT = 16 };

static const char *const way_names[EVENTS_TRACE_WAYS] = {
    [EVENTS_TRACE_RSD] = "RSD", [EVENTS_TRACE_PRSD] = "PRSD", [EVENTS_TRACE_IAD] = "IAD"};

/* ---- source lines ---- */

/* How the events of one source line are coded. */
typedef struct {
  char *name; /* "FUNCTION FILE:LINE" for references, "(KIND)" for other events */
  EventsTraceCoding coding;
} Line;

static void free_line(gpointer data) {
  Line *line = data;
  g_free(line->name);
  g_free(line);
}

/* Owned by the caller. */
static char *name_source(const EventsTraceFile *file, const trace_source *source) {
  if (source->kind > TRACE_MODIFY) return g_strdup_printf("(%s)", trace_kind_name((trace_kind)source->kind));
  GString *name = g_string_new(NULL);
  events_trace_names_place(file, source->place, name);
  if (name->len == 0) g_string_append_printf(name, "0x%" G_GINT64_MODIFIER "x", source->address);
  return g_string_free(name, FALSE);
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const Line *left = *(const Line *const *)a, *right = *(const Line *const *)b;
  const double bytes = events_trace_coding_bytes(&right->coding) - events_trace_coding_bytes(&left->coding);
  return bytes != 0 ? (bytes > 0 ? 1 : -1) : strcmp(left->name, right->name);
}

/* Returns the source lines as an array of Line, sorted by their bytes in the file, largest first. The caller frees the
 * array. */
static GPtrArray *collect_lines(const EventsTraceFile *file, const EventsTraceCounts *counts) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(free_line);
  GHashTable *by_name = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < file->n_sources; i++) {
    if (events_trace_coding_events(&counts->sources[i]) == 0) continue;
    g_autofree char *name = name_source(file, &file->sources[i]);
    Line *line = g_hash_table_lookup(by_name, name);
    if (line == NULL) {
      line = g_new0(Line, 1);
      line->name = g_steal_pointer(&name);
      g_ptr_array_add(lines, line);
      g_hash_table_insert(by_name, line->name, line);
    }
    events_trace_coding_add(&line->coding, &counts->sources[i]);
  }
  g_hash_table_unref(by_name);
  g_ptr_array_sort(lines, compare_lines);
  return lines;
}

/* ---- the contents of the file ---- */

typedef struct {
  const char *name;
  uint64_t number;
  bool has_events; /* the program has events */
  uint64_t events;
  double bytes;
} Row;

enum { ROWS = EVENTS_TRACE_WAYS + 4 };

static void make_rows(const EventsTraceFile *file, const EventsTraceCounts *counts, Row *rows) {
  EventsTraceCoding all = {0};
  for (uint32_t i = 0; i < file->n_sources; i++) events_trace_coding_add(&all, &counts->sources[i]);
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++)
    rows[way] = (Row){way_names[way], all.descriptors[way], true, all.events[way], all.bytes[way]};
  Row *row = rows + EVENTS_TRACE_WAYS;
  uint64_t turns = 0;
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++) turns += counts->turns.descriptors[way];
  *row++ = (Row){"turns", turns, false, 0, events_trace_coding_bytes(&counts->turns)};
  *row++ = (Row){"sources", file->n_sources, false, 0, (double)counts->stored[TRACE_BLOCK_SOURCES]};
  *row++ = (Row){"tables", counts->blocks[TRACE_BLOCK_TEXT], false, 0, (double)counts->stored[TRACE_BLOCK_TEXT]};
  const uint64_t frame = TRACE_FILE_HEADER + (events_trace_file_is_cut(file) ? 0 : TRACE_TRAILER);
  *row++ = (Row){"frame", counts->blocks[TRACE_BLOCK_PART] + counts->blocks[TRACE_BLOCK_INDEX], false, 0,
                 (double)(frame + counts->stored[TRACE_BLOCK_PART] + counts->stored[TRACE_BLOCK_INDEX])};
}

static double ratio_of(double events, double bytes) { return ui_text_ratio(PLAIN_EVENT * events, bytes); }

/* ---- text ---- */

static void append_ratio(GString *out, double events, double bytes, unsigned width) {
  const double ratio = ratio_of(events, bytes);
  if (ratio == 0)
    screen_columns_right(out, "-", width);
  else if (ratio < 999.5)
    g_string_append_printf(out, "%*.1f", (int)width, ratio);
  else
    screen_columns_count(out, ratio, width);
}

static void append_rows(const EventsTraceFile *file, const Row *rows, GString *out) {
  const double events = (double)trace_reader_events(file->reader);
  g_string_append(out, "              Number     Events      %      Bytes      %    Ratio\n");
  for (const Row *row = rows; row < rows + ROWS; row++) {
    g_string_append_printf(out, "%-10s", row->name);
    screen_columns_count(out, (double)row->number, 10);
    if (row->has_events) screen_columns_count(out, (double)row->events, 11);
    if (row->has_events) screen_columns_percent(out, (double)row->events, events, 7);
    screen_columns_count(out, row->bytes, row->has_events ? 11 : 29);
    screen_columns_percent(out, row->bytes, (double)file->size, 7);
    if (row->has_events) append_ratio(out, (double)row->events, row->bytes, 9);
    screen_columns_end(out);
  }
  g_string_append_printf(out, "%-20s", "all");
  screen_columns_count(out, events, 11);
  screen_columns_percent(out, events, events, 7);
  screen_columns_count(out, (double)file->size, 11);
  screen_columns_percent(out, 1, 1, 7);
  append_ratio(out, events, (double)file->size, 9);
  screen_columns_end(out);
}

static void append_levels(const EventsTraceCounts *counts, GString *out) {
  g_string_append(out, "\nDescriptors by levels:");
  const char *separator = " ";
  for (unsigned i = 0; i <= TRACE_DEPTH_MAX; i++) {
    if (counts->levels[i] == 0) continue;
    g_string_append_printf(out, "%s%u: ", separator, i);
    ui_text_append_count(out, (double)counts->levels[i]);
    separator = ", ";
  }
  g_string_append(out, *separator == ' ' ? " none\n" : "\n");
}

static void append_line(const Line *line, unsigned width, GString *out) {
  const EventsTraceCoding *coding = &line->coding;
  const double events = (double)events_trace_coding_events(coding), bytes = events_trace_coding_bytes(coding);
  screen_columns_count(out, events, 8);
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++) screen_columns_count(out, (double)coding->descriptors[way], 8);
  screen_columns_count(out, bytes, 9);
  append_ratio(out, events, bytes, 9);
  g_string_append(out, "  ");
  ui_text_append_cut(out, line->name, width > 72 ? width - 52 : 20);
  screen_columns_end(out);
}

void events_trace_stat_text(const EventsTraceFile *file, const EventsTraceCounts *counts, const Screen *screen,
                            uint32_t top, GString *out) {
  Row rows[ROWS];
  make_rows(file, counts, rows);
  append_rows(file, rows, out);
  append_levels(counts, out);
  GPtrArray *lines = collect_lines(file, counts);
  const guint shown = top == 0 ? lines->len : MIN(lines->len, top);
  if (shown != 0) g_string_append(out, "\n  Events    RSDs   PRSDs    IADs    Bytes    Ratio  Line\n");
  for (guint i = 0; i < shown; i++) append_line(g_ptr_array_index(lines, i), screen->width, out);
  if (shown < lines->len) g_string_append_printf(out, "and %u others\n", lines->len - shown);
  g_ptr_array_unref(lines);
}

/* ---- JSON ---- */

static void put_bytes(UiJson *json, double bytes) { ui_json_number(json, "bytes", (uint64_t)(bytes + 0.5)); }

static void put_line(UiJson *json, const Line *line) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "line", line->name);
  ui_json_number(json, "events", events_trace_coding_events(&line->coding));
  put_bytes(json, events_trace_coding_bytes(&line->coding));
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++)
    ui_json_number(json, way_names[way], line->coding.descriptors[way]);
  ui_json_end_object(json);
}

void events_trace_stat_json(const EventsTraceFile *file, const EventsTraceCounts *counts, FILE *out) {
  UiJson json;
  Row rows[ROWS];
  make_rows(file, counts, rows);
  ui_json_start(&json, out);
  ui_json_begin_object(&json, NULL);
  ui_json_number(&json, "bytes", file->size);
  ui_json_number(&json, "events", trace_reader_events(file->reader));
  ui_json_begin_object(&json, "made_of");
  for (const Row *row = rows; row < rows + ROWS; row++) {
    ui_json_begin_object(&json, row->name);
    ui_json_number(&json, "number", row->number);
    if (row->has_events) ui_json_number(&json, "events", row->events);
    put_bytes(&json, row->bytes);
    ui_json_end_object(&json);
  }
  ui_json_end_object(&json);
  ui_json_begin_array(&json, "levels");
  for (unsigned i = 0; i <= TRACE_DEPTH_MAX; i++) ui_json_number(&json, NULL, counts->levels[i]);
  ui_json_end_array(&json);
  GPtrArray *lines = collect_lines(file, counts);
  ui_json_begin_array(&json, "lines");
  for (guint i = 0; i < lines->len; i++) put_line(&json, g_ptr_array_index(lines, i));
  ui_json_end_array(&json);
  g_ptr_array_unref(lines);
  ui_json_end_object(&json);
}
