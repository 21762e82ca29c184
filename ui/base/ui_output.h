/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output.h: writes a file that gets its final name only when it is complete. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE *file;      /* to write to */
  char *path;      /* the final path of the file; NULL: standard output */
  char *temporary; /* the temporary path of the file; NULL: a device or a pipe, which is written in place */
} UiOutput;

/* Records that the process reads this file, so that no output file can replace it under any name.
 * ui_output_allow_input() revokes this, for a file that is read to be rewritten. */
void ui_output_note_input(const char *path);
void ui_output_allow_input(const char *path);

/* Starts to write the file `path`, or to standard output if it is NULL. Returns false and sets *error if this is not
 * possible. Otherwise, the caller must call ui_output_finish() or ui_output_drop() at the end. */
bool ui_output_start(UiOutput *output, const char *path, GError **error);

/* Checks before a long computation whether the file `path` could be written. Returns false and sets *error as
 * ui_output_start() would, but creates no file. */
bool ui_output_check(const char *path, GError **error);

/* Completes the file and renames it to its final name. Returns false and sets *error if a write failed; then the file
 * does not appear. A pipe whose reader has closed it is not an error. */
bool ui_output_finish(UiOutput *output, GError **error);

/* For atexit(). If writes to standard output failed, prints a message and ends the process with status 1, unless
 * ui_output_finish() has already reported the failure. */
void ui_output_end_standard(void);

/* Writes n bytes to a FILE. The function is a bin_sink. Returns false on a failure. */
bool ui_output_bytes(void *file, const char *bytes, size_t n);

/* Deletes the incomplete file. It never appears under its final name. */
void ui_output_drop(UiOutput *output);
