/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/events_trace_info.h"

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/export/export_json.h"

static uint32_t count_parts(const EventsTraceFile *file) {
  uint32_t n;
  (void)trace_reader_parts(file->reader, &n);
  return n;
}

/* ---- text ---- */

static void append_file(const EventsTraceFile *file, GString *out) {
  g_autofree char *name = ui_text_escaped(profile_basename(file->path));
  const uint32_t parts = count_parts(file);
  g_string_append_printf(out, "File:    %s, %" G_GUINT64_FORMAT " bytes, version %" G_GUINT64_FORMAT ", %u part%s%s\n",
                         name, file->size, trace_reader_header(file->reader)->version, parts, parts == 1 ? "" : "s",
                         events_trace_file_is_cut(file) ? ", cut short" : "");
}

/* The options of the traced run that select which part of it is traced. */
static void append_options(const EventsTraceFile *file, GString *out) {
  for (uint32_t i = 0; file->tables != NULL && i < file->tables->n_options; i++) {
    const ProfileOption *option = &file->tables->options[i];
    if (!g_str_has_prefix(option->name, "trace-")) continue;
    g_autofree char *name = ui_text_escaped(option->name);
    g_autofree char *value = ui_text_escaped(option->value);
    g_string_append_printf(out, "Option:  --%s=%s\n", name, value);
  }
}

static void append_kinds(const EventsTraceFile *file, const EventsTraceCounts *counts, GString *out) {
  const uint64_t events = trace_reader_events(file->reader);
  g_string_append(out, "Events:  ");
  ui_text_append_count(out, (double)events);
  g_string_append_printf(out, ", %.4g bytes each\n", ui_text_ratio((double)file->size, (double)events));
  for (unsigned kind = 0; kind < TRACE_KINDS; kind++) {
    if (counts->kinds[kind] == 0) continue;
    g_string_append_printf(out, "  %-10s %14" G_GUINT64_FORMAT "  ", trace_kind_name((trace_kind)kind),
                           counts->kinds[kind]);
    ui_text_append_percent(out, (double)counts->kinds[kind], (double)events);
    g_string_append_c(out, '\n');
  }
}

static void append_processors(const EventsTraceCounts *counts, GString *out) {
  g_string_append(out, "Processor:         events   instructions\n");
  for (uint32_t i = 0; i < counts->n_processors; i++)
    g_string_append_printf(out, "  %-10u %14" G_GUINT64_FORMAT " %14" G_GUINT64_FORMAT "\n", i, counts->processors[i],
                           counts->instructions[i]);
}

static void append_tables(const EventsTraceFile *file, GString *out) {
  const Profile *tables = file->tables;
  g_string_append_printf(out, "Sources: %u\n", file->n_sources);
  if (tables == NULL) return;
  g_string_append_printf(out, "Tables:  %u objects, %u files, %u functions, %u places, %u bins\n", tables->n_objects,
                         tables->n_files, tables->n_segments, tables->n_places, tables->n_bins);
}

static void append_blocks(const EventsTraceCounts *counts, GString *out) {
  g_string_append(out, "Blocks:           number        bytes     unpacked\n");
  for (unsigned kind = 0; kind < TRACE_BLOCKS; kind++)
    g_string_append_printf(out, "  %-10s %11" G_GUINT64_FORMAT " %12" G_GUINT64_FORMAT " %12" G_GUINT64_FORMAT "\n",
                           trace_block_name((trace_block_kind)kind), counts->blocks[kind], counts->stored[kind],
                           counts->raw[kind]);
}

void events_trace_info_text(const EventsTraceFile *file, const EventsTraceCounts *counts, const Screen *screen,
                            GString *out) {
  if (file->tables != NULL) screen_run(screen, file->tables, "Trace:", out);
  append_file(file, out);
  append_options(file, out);
  append_kinds(file, counts, out);
  append_processors(counts, out);
  append_tables(file, out);
  append_blocks(counts, out);
}

/* ---- JSON ---- */

static void put_run(UiJson *json, const Profile *tables) {
  if (tables == NULL) {
    ui_json_null(json, "run");
    return;
  }
  ui_json_begin_object(json, "run");
  ui_json_string(json, "creator", tables->creator);
  ui_json_strings(json, "command", tables->command);
  ui_json_number(json, "pid", tables->pid);
  ui_json_number(json, "time", tables->time);
  ui_json_string(json, "reason", tables->reason);
  ui_json_number(json, "instructions", tables->totals.instructions);
  export_json_options(json, tables);
  ui_json_end_object(json);
}

static void put_numbers(UiJson *json, const char *key, const uint64_t *numbers, uint32_t n) {
  ui_json_begin_array(json, key);
  for (uint32_t i = 0; i < n; i++) ui_json_number(json, NULL, numbers[i]);
  ui_json_end_array(json);
}

static void put_blocks(UiJson *json, const EventsTraceCounts *counts) {
  ui_json_begin_object(json, "blocks");
  for (unsigned kind = 0; kind < TRACE_BLOCKS; kind++) {
    ui_json_begin_object(json, trace_block_name((trace_block_kind)kind));
    ui_json_number(json, "number", counts->blocks[kind]);
    ui_json_number(json, "bytes", counts->stored[kind]);
    ui_json_number(json, "unpacked", counts->raw[kind]);
    ui_json_end_object(json);
  }
  ui_json_end_object(json);
}

void events_trace_info_json(const EventsTraceFile *file, const EventsTraceCounts *counts, FILE *out) {
  UiJson json;
  ui_json_start(&json, out);
  ui_json_begin_object(&json, NULL);
  ui_json_number(&json, "version", trace_reader_header(file->reader)->version);
  ui_json_number(&json, "bytes", file->size);
  ui_json_boolean(&json, "complete", !events_trace_file_is_cut(file));
  ui_json_number(&json, "parts", count_parts(file));
  ui_json_number(&json, "events", trace_reader_events(file->reader));
  ui_json_begin_object(&json, "kinds");
  for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
    ui_json_number(&json, trace_kind_name((trace_kind)kind), counts->kinds[kind]);
  ui_json_end_object(&json);
  put_numbers(&json, "processors", counts->processors, counts->n_processors);
  put_numbers(&json, "instructions", counts->instructions, counts->n_processors);
  ui_json_number(&json, "sources", file->n_sources);
  put_blocks(&json, counts);
  put_run(&json, file->tables);
  ui_json_end_object(&json);
}
