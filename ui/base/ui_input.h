/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_input.h: opens and reads input files. It does not wait long for a pipe without a writer, and rejects a file whose
 * first bytes show that it is of another kind. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Number of bytes at the start of a file that are examined to determine its kind. */
enum { UI_INPUT_FIRST = 4096 };

/* A kind of input file. */
typedef struct {
  bool (*begins)(const char *first, size_t n); /* returns whether a file of this kind can begin with these n bytes; n is
                                                  the size of the file, but at most UI_INPUT_FIRST */
  const char *wrong;                           /* error message if the file is of another kind, printed after "FILE:1:
                                                  " */
  gsize most;                                  /* maximum size in bytes; a larger file is rejected */
} UiInputKind;

/* Opens the file or pipe `path` for reading. Returns the file descriptor, which the caller closes. Returns -1 and sets
 * *error (G_FILE_ERROR, "FILE: message") if the file cannot be opened, is a directory, or is a named pipe that has no
 * writer for UI_INPUT_PATIENCE milliseconds. */
int ui_input_open(const char *path, GError **error);
enum { UI_INPUT_PATIENCE = 2000 };

/* As ui_input_open(), but also rejects a regular file of another kind. */
int ui_input_open_kind(const char *path, const UiInputKind *kind, GError **error);

/* Reads a whole file of the given kind. Returns its content, followed by a zero byte, and sets *n to its size in bytes
 * without the zero byte. The caller owns the content. Returns NULL and sets *error (G_FILE_ERROR, "FILE: message" or
 * "FILE:1: message") if the file cannot be read or is of another kind. */
char *ui_input_read(const char *path, const UiInputKind *kind, gsize *n, GError **error);

/* Returns whether a regular file begins with the given n bytes. Returns false if the file cannot be read. */
bool ui_input_begins_with(const char *path, const void *bytes, size_t n);

/* The function UiInputKind.begins for text files. Returns false if the text contains a zero byte, or begins as a file
 * that memspy writes. */
bool ui_input_is_text(const char *first, size_t n);

/* The kind of text files, with at most 16 MB. */
extern const UiInputKind ui_input_text;
