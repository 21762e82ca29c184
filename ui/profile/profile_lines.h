/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_lines.h: the lines of a profile file, and the hash of those read so far.
 *
 * Reads through a buffer of a line and a block, so that neither a pipe, nor a file that shrinks meanwhile, nor a
 * gigabyte of other data does harm. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ProfileLines ProfileLines;

/* Opens file `path`. Returns NULL and sets *error (PROFILE_ERROR) on failure. The caller closes it with
 * profile_lines_close(). */
ProfileLines *profile_lines_open(const char *path, GError **error);
void profile_lines_close(ProfileLines *lines);

/* As profile_lines_open(), for an open file, which is closed with the lines; messages call it `name`. */
ProfileLines *profile_lines_of_fd(const char *name, int fd, GError **error);

/* Returns the lines of a copy of `n` bytes in memory; messages call the file `name`. The caller closes them with
 * profile_lines_close(). */
ProfileLines *profile_lines_of_text(const char *name, const char *text, size_t n);

/* Advances to the next line. Returns its first byte and sets *length to its bytes without the newline, which follows
 * them; both are valid until the next call. PROFILE_DIGITS_READ bytes after the newline, of any value, can be read too.
 * At the end of the file, returns NULL without *error. Returns NULL and sets *error if reading fails, the line is
 * longer than `limit` bytes (at most PROFILE_LINES_LIMIT), or the file ends within a line. */
const char *profile_lines_next(ProfileLines *lines, size_t limit, size_t *length, GError **error);

enum { PROFILE_LINES_LIMIT = 16 * 1024 * 1024 };

/* Returns the name of the file in messages. It belongs to `lines`. */
const char *profile_lines_name(const ProfileLines *lines);

/* Returns the number of the current line, from 1; 0 before the first. */
uint64_t profile_lines_number(const ProfileLines *lines);

/* Returns whether the file ended within a line. */
bool profile_lines_is_cut(const ProfileLines *lines);

/* From now on, profile_lines_next() returns a last line without a newline, too. A zero byte follows it. */
void profile_lines_allow_cut(ProfileLines *lines);

/* Returns bin_format_hash() of all lines before the current one. */
uint64_t profile_lines_hash(const ProfileLines *lines);

/* Sets *error to "FILE:LINE: message", or to "FILE: message" for line 0. */
void profile_lines_set_error(const ProfileLines *lines, uint64_t line, int code, const char *message, GError **error);
