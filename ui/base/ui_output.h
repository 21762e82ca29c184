/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output.h: a file that appears under its name only when it is complete. */
#ifndef UI_UI_OUTPUT_H
#define UI_UI_OUTPUT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE *file;      /* write here */
  char *path;      /* the name it will have; NULL: standard output */
  char *temporary; /* the name until then; NULL: written in place (a device, a pipe) */
} UiOutput;

/* The process reads a file of this name: no output may take its place, by whatever name. The second takes that back,
 * for a file that is read in order to be written anew. */
void ui_output_note_input(const char *path);
void ui_output_allow_input(const char *path);

/* Starts to write file `path`, or standard output if it is NULL. Returns false and sets *error when that is
 * not possible; else the caller ends with ui_output_finish(). */
bool ui_output_start(UiOutput *output, const char *path, GError **error);

/* Whether a file of that name could be written: for what takes long until there is something to write. Returns false
 * and sets *error as ui_output_start() would, but makes nothing. */
bool ui_output_check(const char *path, GError **error);

/* Ends the file, and gives it its name. Returns false and sets *error when any of it could not be written; no file then
 * has that name that had not before. A pipe that is closed at the other end is no error. */
bool ui_output_finish(UiOutput *output, GError **error);

/* At the end of the process: what was written to standard output and could not be stored is an error with a message,
 * and the process ends with status 1, unless ui_output_finish() has reported it. For atexit(). */
void ui_output_end_standard(void);

/* Writes bytes to a FILE; what the rooms of the simulation take as a sink (bin_sink). Returns false if it does not take
 * them. */
bool ui_output_bytes(void *file, const char *bytes, size_t n);

/* Ends the file without giving it its name: what was to be in it cannot be made. */
void ui_output_drop(UiOutput *output);

#endif
