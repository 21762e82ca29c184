/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_lines.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_progress.h"
#include "ui/base/ui_text.h"
#include "ui/model/ui_digits.h"
#include "ui/model/ui_profile.h"

enum { BLOCK = 256 * 1024 };

struct UiLines {
  char *path;
  int fd; /* -1: the buffer has all lines */
  char *buffer;
  size_t capacity;
  size_t begin;  /* start of the current line in buffer */
  size_t length; /* of the current line with its newline; 0 before the first */
  size_t end;    /* end of the bytes in buffer */
  uint64_t number;
  uint64_t hash; /* hash of the lines before the current one */
  uint64_t read; /* bytes read from the file */
  bool is_cut;   /* the file ended within a line */
};

void ui_lines_set_error(const UiLines *lines, uint64_t line, int code, const char *message, GError **error) {
  g_autofree char *path = ui_text_escaped(lines->path);
  if (line == 0)
    g_set_error(error, UI_PROFILE_ERROR, code, "%s: %s", path, message);
  else
    g_set_error(error, UI_PROFILE_ERROR, code, "%s:%" G_GUINT64_FORMAT ": %s", path, line, message);
}

UiLines *ui_lines_open(const char *path, GError **error) {
  GError *failed = NULL;
  const int fd = ui_input_open(path, &failed);
  if (fd >= 0) return ui_lines_of_fd(path, fd, error);
  g_set_error_literal(error, UI_PROFILE_ERROR, UI_PROFILE_ERROR_READ, failed->message);
  g_error_free(failed);
  return NULL;
}

UiLines *ui_lines_of_fd(const char *path, int fd, GError **error) {
  UiLines *lines = g_new0(UiLines, 1);
  lines->path = g_strdup(path);
  lines->hash = BIN_FORMAT_HASH;
  struct stat status;
  lines->fd = fd;
  if (lines->fd < 0 || fstat(lines->fd, &status) != 0) {
    ui_lines_set_error(lines, 0, UI_PROFILE_ERROR_READ, g_strerror(errno), error);
  } else if (S_ISDIR(status.st_mode)) {
    ui_lines_set_error(lines, 0, UI_PROFILE_ERROR_READ, g_strerror(EISDIR), error);
  } else {
    lines->capacity = BLOCK;
    lines->buffer = g_malloc0(lines->capacity + UI_DIGITS_READ);
    g_autofree char *what = g_strdup_printf("Reading %s", ui_profile_basename(path));
    ui_progress_begin(what, S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0);
    return lines;
  }
  ui_lines_close(lines);
  return NULL;
}

UiLines *ui_lines_of_text(const char *name, const char *text, size_t n) {
  UiLines *lines = g_new0(UiLines, 1);
  lines->path = g_strdup(name);
  lines->fd = -1;
  lines->hash = BIN_FORMAT_HASH;
  lines->buffer = g_malloc0(n + UI_DIGITS_READ);
  if (n != 0) memcpy(lines->buffer, text, n);
  lines->end = lines->capacity = n;
  return lines;
}

void ui_lines_close(UiLines *lines) {
  if (lines->fd >= 0 && lines->buffer != NULL) ui_progress_end();
  if (lines->fd >= 0) close(lines->fd);
  g_free(lines->buffer);
  g_free(lines->path);
  g_free(lines);
}

/* Reads more bytes after those in the buffer, which move to its start. Returns their number: 0 at the end of the
 * file, -1 and *error on failure. */
static ssize_t fill(UiLines *lines, GError **error) {
  if (lines->fd < 0) return 0;
  if (lines->begin != 0) {
    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
  }
  if (lines->capacity - lines->end < BLOCK / 2) {
    lines->capacity *= 2;
    lines->buffer = g_realloc(lines->buffer, lines->capacity + UI_DIGITS_READ);
  }
  const ssize_t n = TEMP_FAILURE_RETRY(read(lines->fd, lines->buffer + lines->end, lines->capacity - lines->end));
  if (n < 0)
    ui_lines_set_error(lines, 0, UI_PROFILE_ERROR_READ, g_strerror(errno), error);
  else
    lines->end += (size_t)n;
  if (n > 0) ui_progress_at(lines->read += (uint64_t)n);
  return n;
}

const char *ui_lines_next(UiLines *lines, size_t limit, size_t *length, GError **error) {
  lines->hash = bin_format_hash(lines->hash, lines->buffer + lines->begin, lines->length);
  lines->begin += lines->length;
  lines->length = 0;
  lines->number++;
  size_t searched = 0; /* bytes from `begin` without a newline */
  for (;;) {
    const char *from = lines->buffer + lines->begin;
    const size_t there = lines->end - lines->begin;
    const char *newline = memchr(from + searched, '\n', there - searched);
    if ((newline != NULL ? (size_t)(newline - from) : there) > limit) {
      ui_lines_set_error(lines, lines->number, UI_PROFILE_ERROR_INVALID,
                         lines->number == 1 ? "this is not a memspy profile" : "the line is too long", error);
      return NULL;
    }
    if (newline != NULL) {
      *length = (size_t)(newline - from);
      lines->length = *length + 1;
      return from;
    }
    searched = there;
    const ssize_t n = fill(lines, error);
    if (n < 0) return NULL;
    if (n > 0) continue;
    lines->is_cut = there != 0;
    if (lines->is_cut)
      ui_lines_set_error(lines, lines->number, UI_PROFILE_ERROR_INVALID, "the file is cut short: this line has no end",
                         error);
    return NULL;
  }
}

const char *ui_lines_name(const UiLines *lines) { return lines->path; }

uint64_t ui_lines_number(const UiLines *lines) { return lines->number; }

bool ui_lines_is_cut(const UiLines *lines) { return lines->is_cut; }

uint64_t ui_lines_hash(const UiLines *lines) { return lines->hash; }
