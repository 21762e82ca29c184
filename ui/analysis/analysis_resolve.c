/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_resolve.h"

#include <string.h>
#include <sys/stat.h>

#include "ui/analysis/analysis_cache.h"
#include "ui/analysis/analysis_source.h"
#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_kept_names.h"
#include "ui/profile/profile_resolved.h"

/* ---- source lines ---- */

static void put_span(GVariantBuilder *spans, const AnalysisSourceText *text, uint64_t from, uint64_t to) {
  GString *lines = g_string_new(NULL);
  for (uint64_t i = from; i <= to; i++) g_string_append_printf(lines, "%s\n", analysis_source_text_line(text, i));
  g_variant_builder_add(spans, "(u@ay)", (guint32)from, g_variant_new_bytestring(lines->str));
  g_string_free(lines, TRUE);
}

/* Returns spans of the source text around the lines with indices `first` to `end` - 1, which belong to one file.
 * Adjacent ranges are joined to one span. */
static GVariant *put_spans(const AnalysisSourceText *text, const GArray *lines, guint first, guint end) {
  GVariantBuilder spans;
  uint64_t from = 0, to = 0;
  g_variant_builder_init(&spans, G_VARIANT_TYPE("a(uay)"));
  const uint64_t last = MIN(text->lines->len, PROFILE_RESOLVED_MOST_LINES - 1);
  for (guint i = first; i < end; i++) {
    const uint64_t line = g_array_index(lines, AnalysisSourceLine, i).line;
    if (line == 0 || line > last) continue;
    const uint64_t before = line > ANALYSIS_RESOLVE_CONTEXT ? line - ANALYSIS_RESOLVE_CONTEXT : 1;
    if (from != 0 && before > to + 1) {
      put_span(&spans, text, from, to);
      from = 0;
    }
    if (from == 0) from = before;
    to = MIN(line + ANALYSIS_RESOLVE_CONTEXT, last);
  }
  if (from != 0) put_span(&spans, text, from, to);
  return g_variant_builder_end(&spans);
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const AnalysisSourceLine *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Returns the lines with executed instructions or references, and the user's lines for inlined library code, sorted by
 * file and line. The caller frees the array. */
static GArray *lines_to_keep(const View *view, const NameTable *names) {
  const GArray *users = name_table_user_lines(names);
  GArray *lines = analysis_source_lines(view, NULL);
  for (guint i = 0; i < users->len; i++) {
    const NameUserLine *user = &g_array_index(users, NameUserLine, i);
    const AnalysisSourceLine line = {.file = user->file, .line = user->line};
    g_array_append_val(lines, line);
  }
  g_array_sort(lines, compare_lines);
  return lines;
}

/* Returns the spans of all source files that are available. */
static GVariant *put_sources(const Profile *profile, const NameTable *names) {
  View *view = view_new(profile, name_table_labels(names));
  g_autoptr(GArray) lines = lines_to_keep(view, names);
  GVariantBuilder sources;
  g_variant_builder_init(&sources, G_VARIANT_TYPE(PROFILE_RESOLVED_SOURCES));
  for (guint first = 0, end; first < lines->len; first = end) {
    const uint32_t file = g_array_index(lines, AnalysisSourceLine, first).file;
    for (end = first; end < lines->len && g_array_index(lines, AnalysisSourceLine, end).file == file;) end++;
    AnalysisSourceText *text = analysis_source_text(profile, file, NULL);
    if (text->state == ANALYSIS_SOURCE_FOUND || text->state == ANALYSIS_SOURCE_NEWER)
      g_variant_builder_add(&sources, "(uu@a(uay))", file, (guint32)(text->state == ANALYSIS_SOURCE_NEWER),
                            put_spans(text, lines, first, end));
    analysis_source_text_free(text);
  }
  view_free(view);
  return g_variant_builder_end(&sources);
}

/* ---- the file with the profile ---- */

GVariant *analysis_resolve(const Profile *profile, const NameTable *names) {
  GVariantBuilder resolved;
  g_autofree const NameBinType **types = g_new(const NameBinType *, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_bins; i++) types[i] = name_table_type(names, i);
  g_variant_builder_init(&resolved, G_VARIANT_TYPE(PROFILE_RESOLVED));
  name_kept_names_put(&resolved, &name_table_labels(names)[VIEW_DATA], types, profile->n_bins);
  g_variant_builder_add_value(&resolved, put_sources(profile, names));
  g_variant_builder_add_value(&resolved, name_kept_names_put_user_lines(name_table_user_lines(names)));
  g_autofree NamePointers *holders = g_new(NamePointers, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_bins; i++) holders[i] = name_table_holders(names, i);
  g_variant_builder_add_value(&resolved, name_kept_names_put_holders(holders, profile->n_bins));
  return g_variant_ref_sink(g_variant_builder_end(&resolved));
}

/* Returns the content of the profile's file, and sets *n to its size in bytes. Fails if the file was changed after it
 * was read, or if it already contains names. The caller owns the content. */
static char *read_records(const char *path, const Profile *profile, gsize *n, GError **error) {
  g_autofree char *text = NULL, *end = profile_resolved_end(profile);
  if (!g_file_get_contents(path, &text, n, error)) return NULL;
  const gsize length = strlen(end);
  if (*n >= length && memcmp(text + *n - length, end, length) == 0) return g_steal_pointer(&text);
  g_autofree char *printable = ui_text_escaped(path);
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN, "%s: the file has changed meanwhile", printable);
  return NULL;
}

/* Copies the permissions and times of the file `path` to its new version `file`. */
static void keep_status(FILE *file, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return;
  const struct timespec times[] = {status.st_atim, status.st_mtim};
  fflush(file);
  fchmod(fileno(file), status.st_mode & 07777);
  futimens(fileno(file), times);
}

/* Writes the file again, with its records and the names. */
static bool write_names(const char *path, const Profile *profile, const char *records, gsize n,
                        const AnalysisNames *names, GError **error) {
  UiOutput output;
  ui_output_allow_input(path);
  if (!ui_output_start(&output, path, error)) return false;
  GString *part = profile_resolved_text_of(profile, names->packed, names->size);
  fwrite(records, 1, n, output.file);
  fwrite(part->str, 1, part->len, output.file);
  g_string_free(part, TRUE);
  keep_status(output.file, path);
  return ui_output_finish(&output, error);
}

bool analysis_resolve_add(const char *path, const Profile *profile, const NameTable *names, bool keep, GError **error) {
  gsize n;
  g_autofree char *records = read_records(path, profile, &n, error);
  if (records == NULL) return false;
  g_autoptr(GVariant) resolved = analysis_resolve(profile, names);
  if (!profile_resolved_check(profile, resolved, path, error)) return false;
  g_autoptr(GBytes) packed = profile_resolved_pack(resolved);
  const AnalysisNames made = {packed, g_variant_get_size(resolved)};
  g_autofree char *key = keep ? analysis_cache_key(records, n) : NULL;
  if (keep) name_table_keep_inflated(names);
  if (key != NULL) analysis_cache_keep(key, profile, names, &made);
  return write_names(path, profile, records, n, &made, error);
}

bool analysis_resolve_add_kept(const char *path, Profile *profile, GError **error) {
  gsize n;
  AnalysisNames names;
  g_autofree char *records = read_records(path, profile, &n, NULL);
  g_autofree char *key = records != NULL ? analysis_cache_key(records, n) : NULL;
  if (key == NULL || !analysis_cache_find(key, profile, &names)) return false;
  write_names(path, profile, records, n, &names, error);
  g_bytes_unref(names.packed);
  return true;
}
