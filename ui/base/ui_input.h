/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_input.h: files that are to be read: opened without waiting for a process that does not come, and refused by their
 * first bytes if they are of another kind. */
#ifndef UI_UI_INPUT_H
#define UI_UI_INPUT_H

#include <glib.h>
#include <stdbool.h>

/* Bytes of a file that are enough to see that it is of another kind. */
enum { UI_INPUT_FIRST = 4096 };

/* A kind of files. */
typedef struct {
  bool (*begins)(const char *first, size_t n); /* whether such a file can begin with these n bytes: all of a file of
                                                  less than UI_INPUT_FIRST bytes, else that many */
  const char *wrong;                           /* the message if not, behind "FILE:1: " */
  gsize most;                                  /* bytes; a longer file is refused */
} UiInputKind;

/* Opens file `path`, or a pipe, for reading. A named pipe that no process writes to is an error after
 * UI_INPUT_PATIENCE milliseconds. Returns the descriptor, which the caller closes; -1 and *error (G_FILE_ERROR, "FILE:
 * message") when it cannot be opened or is a directory. */
int ui_input_open(const char *path, GError **error);
enum { UI_INPUT_PATIENCE = 2000 };

/* As ui_input_open(), but a regular file that is of another kind is an error, too. */
int ui_input_open_kind(const char *path, const UiInputKind *kind, GError **error);

/* Reads all of a file of a kind. Returns its bytes and a zero byte behind them, owned by the caller, and sets *n to
 * their number. NULL and *error (G_FILE_ERROR, "FILE: message" or "FILE:1: message") when it cannot be read or is of
 * another kind. */
char *ui_input_read(const char *path, const UiInputKind *kind, gsize *n, GError **error);

/* Whether a regular file begins with these n bytes. False if it cannot be read. */
bool ui_input_begins_with(const char *path, const void *bytes, size_t n);

/* For UiInputKind.begins of files that people write: no zero byte, and not what memspy's own files begin with. */
bool ui_input_is_text(const char *first, size_t n);

/* Files that people write: up to 16 MB. */
extern const UiInputKind ui_input_text;

#endif
