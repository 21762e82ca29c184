/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_fields.h"

#include "ui/analysis/analysis_fields.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_estimate.h"

enum { BINS = 5, OFFSET = 6, SIZE = 6, COUNT = 8, SHARE = 7, NAME_LEAST = 16 };

static const unsigned numbers = OFFSET + SIZE + 3 * COUNT + 2 * SHARE; /* columns */

static void append_heads(const Screen *screen, GString *out) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  screen_columns_right(out, "Offset", OFFSET);
  screen_columns_right(out, "Bytes", SIZE);
  screen_columns_right(out, "Stall", COUNT);
  screen_columns_right(out, "Stall%", SHARE);
  screen_columns_right(out, "Refs", COUNT);
  screen_columns_right(out, "Misses", COUNT);
  screen_columns_right(out, "Miss%", SHARE);
  g_string_append(out, "  Field\n");
  screen_ink(screen, out, SCREEN_INK_PLAIN);
}

static void append_name(const Screen *screen, GString *out, const char *name) {
  g_string_append(out, "  ");
  ui_text_append_cut(out, name, MAX(screen->width, numbers + 2 + NAME_LEAST) - numbers - 2);
  g_string_append_c(out, '\n');
}

/* Appends dashes for the counts that the profile does not divide by fields. */
static void append_unknown(const Screen *screen, GString *out, const char *name) {
  static const unsigned widths[] = {COUNT, SHARE, COUNT, COUNT, SHARE};
  for (size_t i = 0; i < G_N_ELEMENTS(widths); i++) screen_columns_right(out, "-", widths[i]);
  append_name(screen, out, name);
}

static void append_counts(const Screen *screen, GString *out, const Profile *profile, const AnalysisFields *fields,
                          const ProfileCounts *counts, const char *name) {
  const double references = (double)profile_counts_references(counts), misses = (double)profile_counts_misses(counts);
  screen_columns_estimate(out, profile, (double)counts->stall_cycles, COUNT);
  screen_columns_percent(out, (double)counts->stall_cycles, (double)fields->counts.stall_cycles, SHARE);
  screen_columns_estimate(out, profile, references, COUNT);
  screen_columns_estimate(out, profile, misses, COUNT);
  screen_columns_percent(out, misses, references, SHARE);
  append_name(screen, out, name);
}

/* Appends a text such as " - written by processor 0, 2". The processors are from the uses of shared lines. */
static void append_writers(GString *out, uint64_t writers) {
  unsigned n = 0;
  for (unsigned p = 0; p < 64; p++)
    if ((writers >> p & 1) != 0) g_string_append_printf(out, "%s%u", n++ == 0 ? " - written by processor " : ", ", p);
}

static void append_field(const Screen *screen, GString *out, const Profile *profile, const AnalysisFields *fields,
                         const AnalysisFieldCounts *field) {
  g_autoptr(GString) name = g_string_new(field->name);
  if (field->field != NULL && *field->field->type != '\0') {
    g_autofree char *type = ui_text_escaped(field->field->type);
    g_string_append_printf(name, " : %s", type);
  }
  append_writers(name, field->writers);
  g_string_append_printf(out, "%*" G_GUINT64_FORMAT "%*" G_GUINT64_FORMAT, OFFSET, field->offset, SIZE, field->size);
  if (fields->state == ANALYSIS_FIELDS_SPLIT)
    append_counts(screen, out, profile, fields, &field->counts, name->str);
  else
    append_unknown(screen, out, name->str);
}

static void append_rest(const Screen *screen, GString *out, const Profile *profile, const AnalysisFields *fields,
                        const ProfileCounts *counts, const char *name) {
  if (profile_counts_references(counts) == 0) return;
  g_string_append_printf(out, "%*s", OFFSET + SIZE, "");
  append_counts(screen, out, profile, fields, counts, name);
}

static void append_lines(const Screen *screen, GString *out, const View *view, const AnalysisFields *fields) {
  const uint64_t line = profile_machine_cache_of(view->profile, "D1").line, size = fields->type->element_size;
  if (fields->fields->len < 2 || line == 0) return;
  g_autofree char *words =
      size <= line
          ? g_strdup_printf("All fields of an element can lie in one line of %" G_GUINT64_FORMAT " bytes.", line)
          : g_strdup_printf("Fields that are less than %" G_GUINT64_FORMAT " bytes apart can lie in one line.", line);
  ui_text_wrap(out, words, screen->width, 0);
}

/* Appends the counts of the fields, or the reason why there are none. */
static void append_fields(const Screen *screen, GString *out, const View *view, const AnalysisFields *fields) {
  if (fields->state == ANALYSIS_FIELDS_NO_TYPE) {
    g_string_append(out, "The debug information does not have its type.\n");
    return;
  }
  append_heads(screen, out);
  for (guint i = 0; i < fields->fields->len; i++)
    append_field(screen, out, view->profile, fields, &g_array_index(fields->fields, AnalysisFieldCounts, i));
  append_rest(screen, out, view->profile, fields, &fields->several, "(several fields)");
  append_rest(screen, out, view->profile, fields, &fields->unknown, "(not known)");
  if (fields->state == ANALYSIS_FIELDS_NO_OFFSETS)
    ui_text_wrap(out, "To count references by field, make a profile with --instructions=yes.", screen->width, 0);
  append_lines(screen, out, view, fields);
  g_autoptr(GPtrArray) hints = analysis_fields_hints(view, fields);
  for (guint i = 0; i < hints->len; i++) ui_text_wrap(out, g_ptr_array_index(hints, i), screen->width, 0);
}

static void append_title(const Screen *screen, GString *out, const View *view, const AnalysisFields *fields) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append_printf(out, "FIELDS: %s", view_item(view, VIEW_DATA, view_column(view, fields->bin))->name);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  if (fields->state != ANALYSIS_FIELDS_NO_TYPE) {
    g_autofree char *element = ui_text_escaped(fields->type->element);
    g_string_append_printf(out, ", elements %s of ", *element != '\0' ? element : "of an unknown type");
    g_string_append_printf(out, "%" G_GUINT64_FORMAT " bytes", fields->type->element_size);
  }
  g_string_append_c(out, '\n');
}

void screen_fields(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                   GString *out) {
  g_autoptr(GArray) bins = analysis_fields_bins(view, focus);
  for (guint i = 0; i < MIN(bins->len, BINS); i++) {
    AnalysisFields *fields = analysis_fields_split(view, names, focus, g_array_index(bins, uint32_t, i));
    if (i > 0) g_string_append_c(out, '\n');
    append_title(screen, out, view, fields);
    append_fields(screen, out, view, fields);
    analysis_fields_free(fields);
  }
  if (bins->len > BINS) g_string_append_printf(out, "(%u more)\n", bins->len - BINS);
  if (bins->len == 0) g_string_append(out, "There are no such references.\n");
}
