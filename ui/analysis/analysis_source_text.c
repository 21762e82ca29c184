/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source_text.c: reads source files. A path comes from the profiled program and can name any file. Therefore,
 * only regular files of at most MOST_BYTES are read. */
#include "ui/analysis/analysis_source_text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_resolved.h"

G_DEFINE_QUARK(ui - source - error - quark, analysis_source_error)

enum { MOST_BYTES = 16 * 1024 * 1024 };

/* ---- finding the file ---- */

static bool is_file(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Returns the length of FROM in an entry FROM=TO; 0: the entry is a directory. */
static size_t from_length(const char *entry) {
  const char *equals = strchr(entry, '=');
  return equals != NULL ? (size_t)(equals - entry) : 0;
}

/* Returns the path after replacing FROM by TO, according to the first entry that matches. FROM matches only whole
 * directory names. The caller owns the path. */
static char *substituted(const char *path, char *const *entries) {
  for (; *entries != NULL; entries++) {
    size_t length = from_length(*entries);
    const char *to = *entries + length + 1;
    while (length > 1 && (*entries)[length - 1] == '/') length--;
    if (length == 0 || strncmp(path, *entries, length) != 0) continue;
    if (path[length] != '/' && path[length] != '\0' && (*entries)[length - 1] != '/') continue;
    return g_build_filename(to, path + length, NULL);
  }
  return g_strdup(path);
}

/* Returns the file in a directory whose path has the longest common ending with `path`; NULL: there is none. The caller
 * owns the path. */
static char *find_in(const char *directory, const char *path) {
  for (const char *ending = path; ending != NULL; ending = strchr(ending, '/')) {
    while (*ending == '/') ending++;
    g_autofree char *candidate = g_build_filename(directory, ending, NULL);
    if (*ending != '\0' && is_file(candidate)) return g_steal_pointer(&candidate);
  }
  return NULL;
}

static char *find(const char *recorded, const char *where) {
  g_auto(GStrv) entries = g_strsplit(where != NULL ? where : "", ":", -1);
  g_autofree char *path = substituted(recorded, entries);
  if (is_file(path)) return g_steal_pointer(&path);
  for (char **entry = entries; *entry != NULL; entry++) {
    if (**entry == '\0' || from_length(*entry) != 0) continue;
    char *found = find_in(*entry, recorded);
    if (found != NULL) return found;
  }
  return NULL;
}

bool analysis_source_where_check(const char *where, GError **error) {
  g_auto(GStrv) entries = g_strsplit(where, ":", -1);
  for (char **entry = entries; *entry != NULL; entry++) {
    g_autofree char *printable = ui_text_escaped(*entry);
    const char *problem = NULL;
    if (**entry == '=')
      problem = "FROM=TO needs a FROM";
    else if (**entry != '\0' && from_length(*entry) == 0 && !g_file_test(*entry, G_FILE_TEST_IS_DIR))
      problem = "there is no such directory";
    if (problem == NULL) continue;
    g_set_error(error, ANALYSIS_SOURCE_ERROR, 0, "'%s': %s (allowed are DIRECTORY and FROM=TO, with colons between)",
                printable, problem);
    return false;
  }
  return true;
}

/* ---- is it the compiled source? ---- */

/* Returns the path of an object file that contains code of the source file; NULL: unknown. */
static const char *object_of(const Profile *profile, uint32_t file) {
  for (uint32_t i = 0; i < profile->n_places; i++)
    if (profile->places[i].file == file) {
      const char *path = profile->objects[profile->segments[profile->places[i].segment].object].path;
      return *path != '\0' ? path : NULL;
    }
  return NULL;
}

/* Returns whether the source file was changed after the start of the run, or after the program was linked. An object
 * file that was itself changed since the run does not count. */
static bool is_newer(const Profile *profile, uint32_t file, const struct stat *source) {
  if (source->st_mtime > 0 && (uint64_t)source->st_mtime > profile->time) return true;
  const char *path = object_of(profile, file);
  struct stat object;
  return path != NULL && stat(path, &object) == 0 && object.st_mtime > 0 &&
         (uint64_t)object.st_mtime <= profile->time && source->st_mtime > object.st_mtime;
}

/* ---- the text of the file ---- */

static void split(AnalysisSourceText *text, const char *bytes, gsize length) {
  const char *end = bytes + length;
  while (bytes < end) {
    const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
    gsize n = (gsize)((newline != NULL ? newline : end) - bytes);
    const char *next = bytes + n + 1;
    if (n > 0 && bytes[n - 1] == '\r') n--;
    g_ptr_array_add(text->lines, g_strndup(bytes, n));
    if (newline == NULL) return;
    bytes = next;
  }
}

/* Returns the content of the file, and sets *length to its size in bytes; NULL: a read fails, or the file is larger
 * than MOST_BYTES. The caller owns the content. */
static char *read_all(int fd, gsize *length) {
  GByteArray *bytes = g_byte_array_new();
  for (;;) {
    char block[4096];
    const ssize_t n = read(fd, block, sizeof block);
    if (n == 0) break;
    if (n < 0 || bytes->len + (gsize)n > MOST_BYTES) {
      g_byte_array_free(bytes, TRUE);
      return NULL;
    }
    g_byte_array_append(bytes, (const guint8 *)block, (guint)n);
  }
  *length = bytes->len;
  return (char *)g_byte_array_free(bytes, FALSE);
}

static AnalysisSourceState read_text(AnalysisSourceText *text, const Profile *profile, uint32_t file) {
  struct stat status;
  const int fd = open(text->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return ANALYSIS_SOURCE_MISSING;
  gsize length = 0;
  g_autofree char *bytes = NULL;
  AnalysisSourceState state = ANALYSIS_SOURCE_MISSING;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    state = is_newer(profile, file, &status) ? ANALYSIS_SOURCE_NEWER : ANALYSIS_SOURCE_FOUND;
    if (state == ANALYSIS_SOURCE_FOUND) bytes = read_all(fd, &length);
    if (state == ANALYSIS_SOURCE_FOUND && (bytes == NULL && length == 0) && status.st_size != 0)
      state = ANALYSIS_SOURCE_MISSING;
  }
  close(fd);
  if (bytes != NULL) split(text, bytes, length);
  return state;
}

/* Returns the source text of the file that is stored in the profile; NULL: none. */
static GVariant *find_kept(const Profile *profile, uint32_t file) {
  if (profile->resolved == NULL) return NULL;
  g_autoptr(GVariant) sources = g_variant_get_child_value(profile->resolved, PROFILE_RESOLVED_AT_SOURCES);
  for (gsize low = 0, high = g_variant_n_children(sources); low < high;) {
    const gsize middle = low + (high - low) / 2;
    g_autoptr(GVariant) source = g_variant_get_child_value(sources, middle);
    guint32 number;
    g_variant_get_child(source, 0, "u", &number);
    if (number == file) return g_steal_pointer(&source);
    if (number < file)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Sets the lines of the text to those stored in the profile. All other lines become NULL. */
static void take_kept(AnalysisSourceText *text, GVariant *source) {
  GVariantIter *spans;
  guint32 newer, line;
  GVariant *span;
  g_variant_get(source, "(uua(uay))", NULL, &newer, &spans);
  text->state = newer ? ANALYSIS_SOURCE_NEWER : ANALYSIS_SOURCE_FOUND;
  while (g_variant_iter_next(spans, "(u@ay)", &line, &span)) {
    const char *bytes = g_variant_get_bytestring(span);
    if (line - 1 > text->lines->len) g_ptr_array_set_size(text->lines, (gint)(line - 1));
    split(text, bytes, strlen(bytes));
    g_variant_unref(span);
  }
  g_variant_iter_free(spans);
}

AnalysisSourceText *analysis_source_text(const Profile *profile, uint32_t file, const char *where) {
  AnalysisSourceText *text = g_new0(AnalysisSourceText, 1);
  text->lines = g_ptr_array_new_with_free_func(g_free);
  const char *recorded = profile->files[file].path;
  text->state = ANALYSIS_SOURCE_UNKNOWN;
  if (*recorded == '\0') return text;
  g_autoptr(GVariant) kept = find_kept(profile, file);
  if (kept != NULL) take_kept(text, kept);
  text->path = text->state != ANALYSIS_SOURCE_FOUND ? find(recorded, where) : NULL;
  const bool elsewhere = text->path != NULL && strcmp(text->path, recorded) != 0;
  if (text->state == ANALYSIS_SOURCE_FOUND || (text->state == ANALYSIS_SOURCE_NEWER && !elsewhere)) {
    g_free(text->path);
    text->path = g_strdup(recorded);
  } else {
    text->state = text->path != NULL ? read_text(text, profile, file) : ANALYSIS_SOURCE_MISSING;
  }
  return text;
}

void analysis_source_text_free(AnalysisSourceText *text) {
  g_free(text->path);
  g_ptr_array_free(text->lines, TRUE);
  g_free(text);
}

const char *analysis_source_text_line(const AnalysisSourceText *text, uint64_t line) {
  return line >= 1 && line <= text->lines->len ? g_ptr_array_index(text->lines, line - 1) : NULL;
}

char *analysis_source_text_problem(const Profile *profile, uint32_t file, const AnalysisSourceText *text) {
  g_autofree char *recorded = ui_text_escaped(profile->files[file].path);
  switch (text->state) {
    case ANALYSIS_SOURCE_FOUND: return NULL;
    case ANALYSIS_SOURCE_UNKNOWN: return g_strdup("the debugging information names no file");
    case ANALYSIS_SOURCE_MISSING: return g_strdup_printf("%s is not there", recorded);
    default: break;
  }
  g_autofree char *found = ui_text_escaped(text->path);
  return g_strdup_printf("%s is newer than the program", found);
}
