/* ui_intervals.c: see ui_intervals.h.
 *
 * A vector is projected as it is read, since a run may have more of them than memory would hold. The projection of a
 * sum is the sum of projections, so that intervals can be joined afterwards.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/phases/ui_intervals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/base/ui_progress.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - phases - error - quark, ui_phases_error)

/* No run has more instructions; sums of counts up to here do not overflow. */
#define MOST (UINT64_C(1) << 62)

typedef struct {
  const char *path;
  uint64_t line; /* its number, from 1 */
  uint64_t seed;
  GArray *intervals; /* of UiInterval */
  GArray *points;    /* of UiPoint */
  UiInterval last;   /* that is read */
  UiPoint point;
} Reader;

static bool fail(const Reader *reader, const char *what, GError **error) {
  g_autofree char *path = ui_text_escaped(reader->path);
  g_set_error(error, UI_PHASES_ERROR, UI_PHASES_ERROR_INVALID, "%s:%" G_GUINT64_FORMAT ": %s", path, reader->line,
              what);
  return false;
}

/* Reads digits up to one of the characters `ends`, or to the end of the text, and moves *text there. */
static bool read_number(const char **text, const char *ends, uint64_t *number) {
  if (!g_ascii_isdigit(**text)) return false;
  *number = 0;
  for (; g_ascii_isdigit(**text); (*text)++) {
    if (*number >= MOST / 10) return false;
    *number = *number * 10 + (uint64_t)(**text - '0');
  }
  return strchr(ends, **text) != NULL;
}

/* Reads one ":BLOCK:COUNT" into the interval. */
static bool read_pair(Reader *reader, const char **text) {
  uint64_t block, count;
  if (*(*text)++ != ':' || !read_number(text, ":", &block) || *(*text)++ != ':') return false;
  if (!read_number(text, " \t\r\n", &count) || count > MOST - reader->last.begin - reader->last.instructions)
    return false;
  ui_projection_add(&reader->point, reader->seed, block, (double)count);
  reader->last.instructions += count;
  return true;
}

/* The interval that was read is complete: the next one begins. */
static void end_interval(Reader *reader) {
  UiPoint shares = {0};
  ui_point_add(&shares, &reader->point, 1 / (double)reader->last.instructions);
  g_array_append_val(reader->intervals, reader->last);
  g_array_append_val(reader->points, shares);
  reader->last = (UiInterval){.begin = reader->last.begin + reader->last.instructions};
  reader->point = (UiPoint){0};
}

static bool read_vector(Reader *reader, const char *text, GError **error) {
  for (;;) {
    text += strspn(text, " \t\r\n");
    if (*text == '\0') return true;
    if (!read_pair(reader, &text)) return fail(reader, "expected T:BLOCK:COUNT :BLOCK:COUNT ..., in numbers", error);
  }
}

static bool read_lines(Reader *reader, FILE *file, uint64_t shortest, GError **error) {
  char *line = NULL;
  size_t room = 0;
  bool good = true;
  uint64_t done = 0;
  ssize_t n;
  while (good && (n = getline(&line, &room, file)) >= 0) {
    reader->line++;
    ui_progress_at(done += (uint64_t)n);
    if (*line != 'T') continue;
    good = strlen(line) == (size_t)n ? read_vector(reader, line + 1, error) : fail(reader, "a zero byte", error);
    if (good && reader->last.instructions != 0 && reader->last.instructions >= shortest) end_interval(reader);
  }
  free(line);
  if (good && reader->last.instructions != 0) end_interval(reader);
  return good;
}

static bool fail_read(const Reader *reader, int code, GError **error) {
  g_autofree char *path = ui_text_escaped(reader->path);
  g_set_error(error, UI_PHASES_ERROR, UI_PHASES_ERROR_READ, "%s: %s", path, g_strerror(code));
  return false;
}

static bool fail_empty(const Reader *reader, GError **error) {
  g_autofree char *path = ui_text_escaped(reader->path);
  g_set_error(error, UI_PHASES_ERROR, UI_PHASES_ERROR_INVALID,
              "%s: there are no basic-block vectors in it: no line begins with T", path);
  return false;
}

/* Also what is no file (a pipe). */
static FILE *open_file(const Reader *reader, uint64_t *bytes, GError **error) {
  FILE *file = fopen(reader->path, "r");
  struct stat status;
  const bool good = file != NULL && fstat(fileno(file), &status) == 0;
  if (good && !S_ISDIR(status.st_mode)) {
    *bytes = (uint64_t)status.st_size;
    return file;
  }
  fail_read(reader, good ? EISDIR : errno, error);
  if (file != NULL) fclose(file);
  return NULL;
}

static bool read_file(Reader *reader, uint64_t shortest, GError **error) {
  uint64_t bytes;
  FILE *file = open_file(reader, &bytes, error);
  if (file == NULL) return false;
  ui_progress_begin("reading", bytes);
  bool good = read_lines(reader, file, shortest, error);
  if (good && ferror(file)) good = fail_read(reader, errno, error);
  ui_progress_end();
  fclose(file);
  return good && (reader->intervals->len != 0 || fail_empty(reader, error));
}

UiIntervals *ui_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error) {
  Reader reader = {.path = path,
                   .seed = seed,
                   .intervals = g_array_new(FALSE, FALSE, sizeof(UiInterval)),
                   .points = g_array_new(FALSE, FALSE, sizeof(UiPoint))};
  UiIntervals *all = NULL;
  if (read_file(&reader, shortest, error)) {
    all = g_new(UiIntervals, 1);
    *all = (UiIntervals){.n = reader.intervals->len, .instructions = reader.last.begin};
  }
  char *intervals = g_array_free(reader.intervals, all == NULL), *points = g_array_free(reader.points, all == NULL);
  if (all == NULL) return NULL;
  all->intervals = (UiInterval *)(void *)intervals;
  all->points = (UiPoint *)(void *)points;
  return all;
}

void ui_intervals_free(UiIntervals *intervals) {
  if (intervals == NULL) return;
  g_free(intervals->intervals);
  g_free(intervals->points);
  g_free(intervals);
}
