/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/ui_trace_names.h"

#include "ui/base/ui_text.h"

static void append_escaped(GString *out, const char *text) {
  g_autofree char *printable = ui_text_escaped(text);
  g_string_append(out, printable);
}

/* Appends the source line, or, if it is unknown, the object file of the code. */
static void append_line(const UiProfile *tables, const UiSegment *segment, uint32_t file, uint64_t line, GString *out) {
  const char *path = line != 0 ? tables->files[file].path : tables->objects[segment->object].path;
  if (line == 0 && *path == '\0') return;
  g_string_append_c(out, ' ');
  append_escaped(out, ui_profile_basename(path));
  if (line != 0) g_string_append_printf(out, ":%" G_GUINT64_FORMAT, line);
}

void ui_trace_names_place(const UiTraceFile *file, uint64_t place, GString *out) {
  const UiProfile *tables = file->tables;
  if (tables == NULL || place >= tables->n_places) return;
  const UiPlace *p = &tables->places[place];
  const UiSegment *segment = &tables->segments[p->segment];
  append_escaped(out, segment->name);
  append_line(tables, segment, p->file, p->line, out);
}

void ui_trace_names_scope(const UiTraceFile *file, uint64_t scope, GString *out) {
  const UiProfile *tables = file->tables;
  if (tables == NULL || scope >= tables->n_scopes) return;
  const UiTraceScope *s = &tables->scopes[scope];
  const UiSegment *segment = &tables->segments[s->segment];
  g_string_append_printf(out, "%s ", s->kind);
  append_escaped(out, segment->name);
  append_line(tables, segment, s->file, s->line, out);
}
