/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_input.h: opens and reads input files: does not wait for a pipe without a writer, and refuses a file of another
 * kind by its first bytes. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Bytes that show the kind of a file. */
enum { UI_INPUT_FIRST = 4096 };

/* A kind of file. */
typedef struct {
  bool (*begins)(const char *first, size_t n); /* whether such a file can begin with these n bytes; n is the size of the
                                                  file, at most UI_INPUT_FIRST */
  const char *wrong;                           /* the message if not, after "FILE:1: " */
  gsize most;                                  /* bytes; a longer file is refused */
} UiInputKind;

/* Opens file or pipe `path` for reading. Returns the descriptor, which the caller closes; -1 and *error
 * (G_FILE_ERROR, "FILE: message") if it cannot be opened, is a directory, or is a named pipe without a writer for
 * UI_INPUT_PATIENCE milliseconds. */
int ui_input_open(const char *path, GError **error);
enum { UI_INPUT_PATIENCE = 2000 };

/* As ui_input_open(), but also refuses a regular file of another kind. */
int ui_input_open_kind(const char *path, const UiInputKind *kind, GError **error);

/* Reads a whole file of a kind. Returns its bytes followed by a zero byte, owned by the caller, and sets *n to their
 * number. Returns NULL and sets *error (G_FILE_ERROR, "FILE: message" or "FILE:1: message") if it cannot be read or
 * is of another kind. */
char *ui_input_read(const char *path, const UiInputKind *kind, gsize *n, GError **error);

/* Returns whether a regular file begins with these n bytes; false if it cannot be read. */
bool ui_input_begins_with(const char *path, const void *bytes, size_t n);

/* UiInputKind.begins of text files: no zero byte, and not the first bytes of a file that memspy writes. */
bool ui_input_is_text(const char *first, size_t n);

/* Text files of up to 16 MB. */
extern const UiInputKind ui_input_text;
