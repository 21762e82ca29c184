/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_lines.h: reads the lines of a profile file, and computes the hash of the lines read so far.
 *
 * It uses a buffer for one line and one block. So it also handles a pipe, a file that shrinks during the reading, and a
 * gigabyte of data that are not a profile. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ProfileLines ProfileLines;

/* Opens file `path`. Returns NULL and sets *error (PROFILE_ERROR) on failure. The caller closes it with
 * profile_lines_close(). */
ProfileLines *profile_lines_open(const char *path, GError **error);
void profile_lines_close(ProfileLines *lines);

/* As profile_lines_open(), for an open file, which profile_lines_close() closes. Messages call the file `name`. */
ProfileLines *profile_lines_of_fd(const char *name, int fd, GError **error);

/* Returns the lines of a copy of `n` bytes in memory; messages call the file `name`. The caller closes them with
 * profile_lines_close(). */
ProfileLines *profile_lines_of_text(const char *name, const char *text, size_t n);

/* Advances to the next line. Returns its first byte and sets *length to the number of its bytes without the newline.
 * The newline follows these bytes. The line is valid until the next call. PROFILE_DIGITS_READ bytes after the newline
 * can also be read; their values are undefined. At the end of the file, returns NULL and leaves *error unset. Returns
 * NULL and sets *error if reading fails, the line is longer than `limit` bytes (at most PROFILE_LINES_LIMIT), or the
 * file ends within a line. */
const char *profile_lines_next(ProfileLines *lines, size_t limit, size_t *length, GError **error);

enum { PROFILE_LINES_LIMIT = 16 * 1024 * 1024 };

/* Returns the name of the file in messages. It belongs to `lines`. */
const char *profile_lines_name(const ProfileLines *lines);

/* Returns the number of the current line, from 1, or 0 before the first line. */
uint64_t profile_lines_number(const ProfileLines *lines);

/* Returns whether the file ended within a line. */
bool profile_lines_is_cut(const ProfileLines *lines);

/* From now on, profile_lines_next() returns a last line without a newline, too. A zero byte follows it. */
void profile_lines_allow_cut(ProfileLines *lines);

/* Returns bin_format_hash() of all lines before the current one. */
uint64_t profile_lines_hash(const ProfileLines *lines);

/* Sets *error to "FILE:LINE: message", or to "FILE: message" for line 0. */
void profile_lines_set_error(const ProfileLines *lines, uint64_t line, int code, const char *message, GError **error);
