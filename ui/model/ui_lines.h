/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_lines.h: the lines of a profile file, one after the other, and the hash of what has gone by.
 *
 * Reads through a buffer and never holds more than a line and a block, so that neither a pipe, nor a file
 * that shrinks while it is read, nor a gigabyte of something else does harm. */
#ifndef UI_UI_LINES_H
#define UI_UI_LINES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct UiLines UiLines;

/* Opens file `path`. Returns NULL and sets *error (UI_PROFILE_ERROR) when that fails. The caller closes it
 * with ui_lines_close(). */
UiLines *ui_lines_open(const char *path, GError **error);
void ui_lines_close(UiLines *lines);

/* The lines of an open file, which is closed with them; `name` stands for it in messages. */
UiLines *ui_lines_of_fd(const char *name, int fd, GError **error);

/* The lines of `n` bytes in memory, which are copied; `name` stands for the file in messages. The caller closes them
 * with ui_lines_close(). */
UiLines *ui_lines_of_text(const char *name, const char *text, size_t n);

/* Moves on to the next line. Returns its first byte and sets *length to its bytes without the newline,
 * which still stands at its end; both are good until the next call. Behind the newline UI_DIGITS_READ bytes, of
 * whatever value, can be read too. At the end of the file, returns NULL and leaves *error alone. Returns NULL and sets
 * *error when reading fails, when the line is longer than `limit` bytes (at most UI_LINES_LIMIT), or when the file ends
 * within a line. */
const char *ui_lines_next(UiLines *lines, size_t limit, size_t *length, GError **error);

enum { UI_LINES_LIMIT = 16 * 1024 * 1024 };

/* The name that messages have of the file. It belongs to `lines`. */
const char *ui_lines_name(const UiLines *lines);

/* Number of the current line, from 1; 0 before the first. */
uint64_t ui_lines_number(const UiLines *lines);

/* Whether the file ended within a line. */
bool ui_lines_is_cut(const UiLines *lines);

/* bin_format_hash() of all lines before the current one. */
uint64_t ui_lines_hash(const UiLines *lines);

/* Sets *error to "FILE:LINE: message". Line 0 leaves the line out. */
void ui_lines_set_error(const UiLines *lines, uint64_t line, int code, const char *message, GError **error);

#endif
