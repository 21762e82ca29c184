/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/events_trace_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "bins/bin_format.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - trace - error - quark, events_trace_error)

/* ---- errors ---- */

/* Sets *error to a message of the form "FILE: message". Returns false. */
static bool fail(const EventsTraceFile *file, EventsTraceError code, const char *message, GError **error) {
  return ui_error_set(error, EVENTS_TRACE_ERROR, (gint)code, "%s: %s", file->path, message);
}

void events_trace_file_set_error(const EventsTraceFile *file, const trace_error *wrong, GError **error) {
  g_autofree char *message = g_strdup_printf("at byte %" G_GUINT64_FORMAT ": %s", wrong->offset, wrong->message);
  fail(file, EVENTS_TRACE_ERROR_INVALID, message, error);
}

/* ---- the file's bytes ---- */

/* Handles SIGBUS, which occurs if another process truncates the mapped file. */
static void end_at_missing_bytes(int number) {
  (void)number;
  static const char message[] = "memspy: a trace became shorter while it was read\n";
  const ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  _exit(written < 0 ? 2 : 1);
}

static bool map_bytes(EventsTraceFile *file, int fd, GError **error) {
  file->mapped = true;
  void *bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED) return fail(file, EVENTS_TRACE_ERROR_READ, g_strerror(errno), error);
  file->bytes = bytes;
  signal(SIGBUS, end_at_missing_bytes);
  return true;
}

/* Returns whether the bytes that were read so far can be the beginning of a trace. */
static bool can_begin(const EventsTraceFile *file) {
  const uint64_t magic = GUINT64_TO_LE(TRACE_MAGIC_FILE);
  return memcmp(file->bytes, &magic, MIN(file->size, sizeof magic)) == 0;
}

/* Reads a pipe to its end. */
static bool take_bytes(EventsTraceFile *file, int fd, GError **error) {
  enum { STEP = 1 << 20 };
  for (size_t room = 0; file->size == 0 || can_begin(file);) {
    if (room - file->size < STEP) file->bytes = g_realloc(file->bytes, room = room * 2 + STEP);
    const ssize_t n = read(fd, file->bytes + file->size, room - file->size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail(file, EVENTS_TRACE_ERROR_READ, g_strerror(errno), error);
    if (n == 0) return true;
    file->size += (uint64_t)n;
  }
  return true; /* if the beginning is wrong, trace_reader_new() will report it */
}

static bool open_bytes(EventsTraceFile *file, GError **error) {
  struct stat status;
  const int fd = ui_input_open(file->path, error);
  if (fd < 0) return false;
  const bool mappable = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  if (mappable) file->size = (uint64_t)status.st_size;
  const bool good = mappable ? map_bytes(file, fd, error) : take_bytes(file, fd, error);
  close(fd);
  return good;
}

static bool unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure;
  return ZSTD_decompress(to, room, from, n) == room;
}

/* ---- tables ---- */

static bool load_tables(EventsTraceFile *file, GError **error) {
  uint64_t n;
  const uint8_t *text = trace_reader_text(file->reader, &n);
  if (n == 0) return true;
  g_autofree char *name = g_strdup_printf("%s (tables)", file->path);
  file->tables = profile_load_text(name, (const char *)text, n, error);
  return file->tables != NULL;
}

/* Returns the number of records of the kind to which the `detail` of a source refers; UINT64_MAX: it refers to no
 * record. */
static uint64_t count_details(const Profile *tables, const trace_source *source) {
  switch (source->kind) {
    case TRACE_ALLOCATE:
    case TRACE_MAP:
    case TRACE_NAME:
    case TRACE_VARIABLE: return tables->n_bins;
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_MODIFY:
    case TRACE_CALL: return tables->n_segments;
    case TRACE_ENTER:
    case TRACE_EXIT: return tables->n_scopes;
    default: return UINT64_MAX;
  }
}

/* Returns the name of a member of a source that refers to a record which the tables do not contain; NULL: there is no
 * such member. */
static const char *missing(const Profile *tables, const trace_source *source) {
  if (source->place != 0 && source->place >= tables->n_places) return "place";
  if (source->detail != 0 && source->detail >= count_details(tables, source)) return "detail";
  return NULL;
}

/* In all sources, replaces each reference to a record that the tables do not contain by 0, the record "unknown". In a
 * truncated file, the last tables can be older than the last sources. */
static void forget_missing(EventsTraceFile *file) {
  file->known_sources = g_new(trace_source, file->n_sources);
  for (uint32_t i = 0; i < file->n_sources; i++) {
    trace_source *source = &file->known_sources[i];
    *source = file->sources[i];
    if (source->place >= file->tables->n_places) source->place = 0;
    if (source->detail >= count_details(file->tables, source)) source->detail = 0;
  }
  file->sources = file->known_sources;
}

static bool check_sources(EventsTraceFile *file, GError **error) {
  for (uint32_t i = 0; file->tables != NULL && i < file->n_sources; i++) {
    const char *what = missing(file->tables, &file->sources[i]);
    if (what == NULL) continue;
    if (events_trace_file_is_cut(file)) {
      forget_missing(file);
      return true;
    }
    g_autofree char *message = g_strdup_printf("source %u refers to a %s that is not in the tables", i, what);
    return fail(file, EVENTS_TRACE_ERROR_INVALID, message, error);
  }
  return true;
}

/* ---- the file ---- */

static bool open_reader(EventsTraceFile *file, GError **error) {
  trace_error wrong;
  file->reader = trace_reader_new(file->bytes, file->size, unpack, NULL, &wrong);
  if (file->reader == NULL) {
    events_trace_file_set_error(file, &wrong, error);
    return false;
  }
  file->sources = trace_reader_sources(file->reader, &file->n_sources);
  return load_tables(file, error) && check_sources(file, error);
}

EventsTraceFile *events_trace_file_open(const char *path, GError **error) {
  EventsTraceFile *file = g_new0(EventsTraceFile, 1);
  file->path = g_strdup(path);
  if (open_bytes(file, error) && open_reader(file, error)) return file;
  events_trace_file_close(file);
  return NULL;
}

void events_trace_file_close(EventsTraceFile *file) {
  if (file == NULL) return;
  profile_free((Profile *)file->tables);
  if (file->reader != NULL) trace_reader_free((trace_reader *)file->reader);
  if (file->mapped && file->bytes != NULL) munmap(file->bytes, file->size);
  if (!file->mapped) g_free(file->bytes);
  g_free(file->known_sources);
  g_free((char *)file->path);
  g_free(file);
}

bool events_trace_file_is_cut(const EventsTraceFile *file) { return !trace_reader_is_complete(file->reader); }

bool events_trace_file_has_tables(const EventsTraceFile *file, GError **error) {
  return file->tables != NULL || fail(file, EVENTS_TRACE_ERROR_INVALID, "the trace has no tables", error);
}

void events_trace_file_warn(const EventsTraceFile *file) {
  if (!events_trace_file_is_cut(file)) return;
  g_autofree char *path = ui_text_escaped(file->path);
  fprintf(stderr,
          "memspy: %s: the trace was cut short; these are its first %" G_GUINT64_FORMAT
          " events, up to byte %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT "\n",
          path, trace_reader_events(file->reader), trace_reader_end(file->reader), file->size);
}
