/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output.h: writes a file that appears under its name only when complete. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE *file;      /* to write to */
  char *path;      /* the final name; NULL: standard output */
  char *temporary; /* the name until then; NULL: written in place (a device, a pipe) */
} UiOutput;

/* Records that the process reads this file: an output must not replace it, under any name. The second function
 * revokes that, for a file that is read to be rewritten. */
void ui_output_note_input(const char *path);
void ui_output_allow_input(const char *path);

/* Starts to write file `path`, or standard output if NULL. Returns false and sets *error if that is not possible;
 * else the caller ends with ui_output_finish() or ui_output_drop(). */
bool ui_output_start(UiOutput *output, const char *path, GError **error);

/* Checks whether file `path` could be written, before a long computation. Returns false and sets *error as
 * ui_output_start() would, but creates nothing. */
bool ui_output_check(const char *path, GError **error);

/* Completes the file and gives it its name. Returns false and sets *error if a write failed; the file does not
 * appear then. A pipe closed by its reader is no error. */
bool ui_output_finish(UiOutput *output, GError **error);

/* For atexit(): if standard output could not be written, prints a message and ends the process with status 1, unless
 * ui_output_finish() has reported it. */
void ui_output_end_standard(void);

/* Writes bytes to a FILE; a bin_sink. Returns false on failure. */
bool ui_output_bytes(void *file, const char *bytes, size_t n);

/* Discards the file without giving it its name. */
void ui_output_drop(UiOutput *output);
