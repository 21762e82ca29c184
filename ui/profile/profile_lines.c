/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_lines.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_progress.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile.h"
#include "ui/profile/profile_digits.h"

enum { BLOCK = 256 * 1024 };

struct ProfileLines {
  char *path;
  int fd; /* -1: the buffer has all lines */
  char *buffer;
  size_t capacity;
  size_t begin;  /* start of the current line in buffer */
  size_t length; /* number of bytes of the current line, including its newline; 0 before the first line */
  size_t end;    /* end of the bytes in buffer */
  uint64_t number;
  uint64_t hash; /* hash of the lines before the current one */
  uint64_t read; /* bytes read from the file */
  bool is_cut;   /* the file ended within a line */
  bool allows_cut;
};

void profile_lines_set_error(const ProfileLines *lines, uint64_t line, int code, const char *message, GError **error) {
  g_autofree char *path = ui_text_escaped(lines->path);
  if (line == 0)
    g_set_error(error, PROFILE_ERROR, code, "%s: %s", path, message);
  else
    g_set_error(error, PROFILE_ERROR, code, "%s:%" G_GUINT64_FORMAT ": %s", path, line, message);
}

ProfileLines *profile_lines_open(const char *path, GError **error) {
  GError *failed = NULL;
  const int fd = ui_input_open(path, &failed);
  if (fd >= 0) return profile_lines_of_fd(path, fd, error);
  g_set_error_literal(error, PROFILE_ERROR, PROFILE_ERROR_READ, failed->message);
  g_error_free(failed);
  return NULL;
}

ProfileLines *profile_lines_of_fd(const char *path, int fd, GError **error) {
  ProfileLines *lines = g_new0(ProfileLines, 1);
  lines->path = g_strdup(path);
  lines->hash = BIN_FORMAT_HASH;
  struct stat status;
  lines->fd = fd;
  if (lines->fd < 0 || fstat(lines->fd, &status) != 0) {
    profile_lines_set_error(lines, 0, PROFILE_ERROR_READ, g_strerror(errno), error);
  } else if (S_ISDIR(status.st_mode)) {
    profile_lines_set_error(lines, 0, PROFILE_ERROR_READ, g_strerror(EISDIR), error);
  } else {
    lines->capacity = BLOCK;
    lines->buffer = g_malloc0(lines->capacity + PROFILE_DIGITS_READ);
    g_autofree char *what = g_strdup_printf("Reading %s", profile_basename(path));
    ui_progress_begin(what, S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0);
    return lines;
  }
  profile_lines_close(lines);
  return NULL;
}

ProfileLines *profile_lines_of_text(const char *name, const char *text, size_t n) {
  ProfileLines *lines = g_new0(ProfileLines, 1);
  lines->path = g_strdup(name);
  lines->fd = -1;
  lines->hash = BIN_FORMAT_HASH;
  lines->buffer = g_malloc0(n + PROFILE_DIGITS_READ);
  if (n != 0) memcpy(lines->buffer, text, n);
  lines->end = lines->capacity = n;
  return lines;
}

void profile_lines_close(ProfileLines *lines) {
  if (lines->fd >= 0 && lines->buffer != NULL) ui_progress_end();
  if (lines->fd >= 0) close(lines->fd);
  g_free(lines->buffer);
  g_free(lines->path);
  g_free(lines);
}

/* Moves the bytes of the buffer to its start, and reads more bytes after them. Returns the number of bytes read: 0 at
 * the end of the file, -1 and *error on failure. */
static ssize_t fill(ProfileLines *lines, GError **error) {
  if (lines->fd < 0) return 0;
  if (lines->begin != 0) {
    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
  }
  if (lines->capacity - lines->end < BLOCK / 2) {
    lines->capacity *= 2;
    lines->buffer = g_realloc(lines->buffer, lines->capacity + PROFILE_DIGITS_READ);
  }
  const ssize_t n = TEMP_FAILURE_RETRY(read(lines->fd, lines->buffer + lines->end, lines->capacity - lines->end));
  if (n < 0)
    profile_lines_set_error(lines, 0, PROFILE_ERROR_READ, g_strerror(errno), error);
  else
    lines->end += (size_t)n;
  if (n > 0) ui_progress_at(lines->read += (uint64_t)n);
  return n;
}

/* Makes the bytes after the last newline a line. */
static const char *take_rest(ProfileLines *lines, size_t *length) {
  *length = lines->length = lines->end - lines->begin;
  lines->buffer[lines->end] = '\0';
  return lines->buffer + lines->begin;
}

const char *profile_lines_next(ProfileLines *lines, size_t limit, size_t *length, GError **error) {
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
      profile_lines_set_error(lines, lines->number, PROFILE_ERROR_INVALID,
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
    lines->is_cut |= there != 0;
    if (there != 0 && lines->allows_cut) return take_rest(lines, length);
    if (there != 0)
      profile_lines_set_error(lines, lines->number, PROFILE_ERROR_INVALID,
                              "the file is cut short: this line has no end", error);
    return NULL;
  }
}

const char *profile_lines_name(const ProfileLines *lines) { return lines->path; }

uint64_t profile_lines_number(const ProfileLines *lines) { return lines->number; }

bool profile_lines_is_cut(const ProfileLines *lines) { return lines->is_cut; }

void profile_lines_allow_cut(ProfileLines *lines) { lines->allows_cut = true; }

uint64_t profile_lines_hash(const ProfileLines *lines) { return lines->hash; }
