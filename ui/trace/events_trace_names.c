/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/events_trace_names.h"

#include "ui/base/ui_text.h"

static void append_escaped(GString *out, const char *text) {
  g_autofree char *printable = ui_text_escaped(text);
  g_string_append(out, printable);
}

/* Appends the source line of a place. If the line is unknown, appends the object file that contains the code. */
static void append_line(const Profile *tables, const ProfileSegment *segment, uint32_t file, uint64_t line,
                        GString *out) {
  const char *path = line != 0 ? tables->files[file].path : tables->objects[segment->object].path;
  if (line == 0 && *path == '\0') return;
  g_string_append_c(out, ' ');
  append_escaped(out, profile_basename(path));
  if (line != 0) g_string_append_printf(out, ":%" G_GUINT64_FORMAT, line);
}

void events_trace_names_place(const EventsTraceFile *file, uint64_t place, GString *out) {
  const Profile *tables = file->tables;
  if (tables == NULL || place >= tables->n_places) return;
  const ProfilePlace *p = &tables->places[place];
  const ProfileSegment *segment = &tables->segments[p->segment];
  append_escaped(out, segment->name);
  append_line(tables, segment, p->file, p->line, out);
}

void events_trace_names_scope(const EventsTraceFile *file, uint64_t scope, GString *out) {
  const Profile *tables = file->tables;
  if (tables == NULL || scope >= tables->n_scopes) return;
  const ProfileTraceScope *s = &tables->scopes[scope];
  const ProfileSegment *segment = &tables->segments[s->segment];
  g_string_append_printf(out, "%s ", s->kind);
  append_escaped(out, segment->name);
  append_line(tables, segment, s->file, s->line, out);
}
