/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_cache.c: The key is a checksum of everything that the names depend on, except for files: the records of the
 * profile without counts and arguments, the program memspy, the library that reads debug information, and the folder to which paths
 * are relative. */
#include "ui/analysis/analysis_cache.h"

#include <elfutils/libdwfl.h>
#include <string.h>
#include <sys/stat.h>

#include "bins/bin_format.h"
#include "ui/base/ui_cache.h"
#include "ui/profile/profile_quoted.h"
#include "ui/profile/profile_resolved.h"

/* An entry: the files that the names depend on, a checksum of their states, and the names. */
#define ENTRY "(aaysayt)"

enum { LARGEST_PROFILE = 32 << 20 }; /* for larger profiles, making the key takes too long */

static void add_text(GChecksum *sum, const char *text) {
  g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text) + 1);
}

/* Adds the state of a file, and sets *latest to the time of its latest change if this is later. A replaced or changed
 * file has another state. */
static void add_file(GChecksum *sum, const char *path, uint64_t *latest) {
  struct stat about;
  add_text(sum, path);
  if (stat(path, &about) != 0) {
    add_text(sum, "missing");
    return;
  }
  g_autofree char *state = g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                                           " %" G_GINT64_FORMAT ".%ld %" G_GINT64_FORMAT ".%ld",
                                           (guint64)about.st_dev, (guint64)about.st_ino, (gint64)about.st_size,
                                           (gint64)about.st_mtim.tv_sec, about.st_mtim.tv_nsec,
                                           (gint64)about.st_ctim.tv_sec, about.st_ctim.tv_nsec);
  add_text(sum, state);
  const int64_t changed = MAX((int64_t)about.st_mtim.tv_sec, (int64_t)about.st_ctim.tv_sec);
  if (changed > 0) *latest = MAX(*latest, (uint64_t)changed);
}

/* The records on which no name depends: counts, what identifies the run, stages, and calling contexts, from which places
 * get their callers when the profile is read. */
static const char *const without_names[] = {"pid",           "time",
                                            "stage",         "end",
                                            "processor",     "evictor",
                                            "invalidator",   "spread",
                                            "reference",     "reference_evictor",
                                            "icache",        "fetch_miss",
                                            "fetch_evictor", "model_processor",
                                            "model_cell",    "sharing",
                                            "hot_line",      "use",
                                            "totals",        "model_totals",
                                            "timeline",      "interval",
                                            "interval_cell", "contexts",
                                            "context",       "context_fold",
                                            "context_cell",  NULL};

/* Returns whether one of the `n` fields from number `first` on, counted from 0, is a number other than 0. */
static bool is_counted(char *const *fields, guint first, guint n) {
  for (guint i = first; i < first + n && fields[i] != NULL; i++)
    if (strcmp(fields[i], "0") != 0) return true;
  return false;
}

/* Adds the record of a cell: place, bin, reads, writes, and other counts. The names depend on whether there are
 * references. */
static void add_cell(GChecksum *sum, char *const *fields) {
  enum { PLACE, BIN, READS };
  for (guint i = PLACE; i < READS && fields[i] != NULL; i++) add_text(sum, fields[i]);
  add_text(sum, g_strv_length((char **)fields) > READS && is_counted(fields, READS, 2) ? "cell" : "no references");
}

/* Adds the record of a place. The names depend on whether its number of instructions is 0. */
static void add_place(GChecksum *sum, char *const *fields) {
  unsigned n;
  const bin_column_format *columns = bin_format_columns(BIN_RECORD_PLACE, &n);
  for (unsigned i = 0; i < n && fields[i] != NULL; i++) {
    const bool is_count = strcmp(columns[i].name, "instructions") == 0;
    add_text(sum, !is_count ? fields[i] : is_counted(fields, i, 1) ? "executed" : "not executed");
  }
}

/* Adds the program in the record of the command, whose newline is at `end`. No name depends on the arguments. */
static void add_command(GChecksum *sum, const char *words, const char *end) {
  g_autoptr(GString) program = g_string_new(NULL);
  profile_quoted_take(&words, end, program);
  add_text(sum, program->str);
}

/* Adds the part of a line of a profile on which names depend. */
static void add_record(GChecksum *sum, const char *line, gsize length) {
  const char *const space = memchr(line, ' ', length), *const end = line + length - 1;
  g_autofree char *keyword = g_strndup(line, space != NULL ? (gsize)(space - line) : length);
  if (g_strv_contains(without_names, keyword)) return;
  const bool is_cell = strcmp(keyword, "cell") == 0, is_place = strcmp(keyword, "place") == 0;
  if (space != NULL && strcmp(keyword, "command") == 0) {
    add_command(sum, space + 1, end);
  } else if (space != NULL && (is_cell || is_place)) {
    g_autofree char *text = g_strndup(space + 1, (gsize)(end - space - 1));
    g_auto(GStrv) fields = g_strsplit(text, " ", -1);
    (is_cell ? add_cell : add_place)(sum, fields);
  } else {
    g_checksum_update(sum, (const guchar *)line, (gssize)length);
  }
}

/* Adds the lines of a profile. */
static void add_records(GChecksum *sum, const char *records, gsize n) {
  const char *const end = records + n;
  for (const char *line = records, *next; line < end; line = next) {
    const char *newline = memchr(line, '\n', (gsize)(end - line));
    next = newline != NULL ? newline + 1 : end;
    add_record(sum, line, (gsize)(next - line));
  }
}

char *analysis_cache_key(const char *records, gsize n) {
  if (n > LARGEST_PROFILE) return NULL;
  uint64_t latest = 0;
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree char *folder = g_get_current_dir();
  add_text(sum, UI_CACHE_NAMES);
  add_file(sum, "/proc/self/exe", &latest);
  add_text(sum, dwfl_version(NULL));
  add_text(sum, folder);
  add_records(sum, records, n);
  char *key = g_strconcat(UI_CACHE_NAMES, g_checksum_get_string(sum), NULL);
  g_checksum_free(sum);
  return key;
}

/* Returns a checksum of the states of files, which the caller frees. Returns NULL if one of the files was changed after
 * the run of the profile had started. */
static char *state_of(const Profile *profile, const char *const *files) {
  uint64_t latest = 0;
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  for (; *files != NULL; files++) add_file(sum, *files, &latest);
  char *state = latest < profile->time ? g_strdup(g_checksum_get_string(sum)) : NULL;
  g_checksum_free(sum);
  return state;
}

/* Sets profile->resolved to the names, if they are names of the profile. */
static bool take(Profile *profile, const AnalysisNames *names) {
  gsize n;
  gconstpointer packed = g_bytes_get_data(names->packed, &n);
  g_autofree char *problem = profile_resolved_take(profile, PROFILE_RESOLVED_VERSION, packed, n, names->size);
  if (problem != NULL) g_clear_pointer(&profile->resolved, g_variant_unref);
  return problem == NULL;
}

bool analysis_cache_find(const char *key, Profile *profile, AnalysisNames *names) {
  g_autoptr(GBytes) bytes = ui_cache_find(key);
  if (bytes == NULL) return false;
  g_autoptr(GVariant) entry = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(ENTRY), bytes, FALSE));
  if (!g_variant_is_normal_form(entry)) return false;
  g_autoptr(GVariant) files = g_variant_get_child_value(entry, 0), packed = g_variant_get_child_value(entry, 2);
  const char *known;
  guint64 size;
  g_variant_get_child(entry, 1, "&s", &known);
  g_variant_get_child(entry, 3, "t", &size);
  g_autofree const char **paths = g_variant_get_bytestring_array(files, NULL);
  g_autofree char *state = state_of(profile, paths);
  if (state == NULL || strcmp(state, known) != 0) return false;
  *names = (AnalysisNames){g_variant_get_data_as_bytes(packed), size};
  if (take(profile, names)) return true;
  g_bytes_unref(names->packed);
  return false;
}

void analysis_cache_keep(const char *key, const Profile *profile, const NameTable *table, const AnalysisNames *names) {
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  if (!name_table_files(table, files)) return;
  for (uint32_t i = 0; i < profile->n_files; i++)
    if (*profile->files[i].path != '\0') g_ptr_array_add(files, g_strdup(profile->files[i].path));
  for (uint32_t i = 0; i < profile->n_objects; i++)
    if (*profile->objects[i].path != '\0') g_ptr_array_add(files, g_strdup(profile->objects[i].path));
  g_ptr_array_add(files, NULL);
  const char *const *paths = (const char *const *)files->pdata;
  g_autofree char *state = state_of(profile, paths);
  if (state == NULL) return;
  GVariant *packed = g_variant_new_from_bytes(G_VARIANT_TYPE_BYTESTRING, names->packed, TRUE);
  GVariant *entry = g_variant_new("(^aays@ayt)", paths, state, packed, (guint64)names->size);
  g_variant_ref_sink(entry);
  g_autoptr(GBytes) bytes = g_variant_get_data_as_bytes(entry);
  ui_cache_keep(key, bytes);
  g_variant_unref(entry);
}
