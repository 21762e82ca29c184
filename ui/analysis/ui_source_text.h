/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_source_text.h: the text of a source file that a profile names, from the profile (ui/model/ui_resolved.h) or, if it
 * holds none of it, from where the file is now.
 *
 * Where it is looked for, in this order: the recorded path, with its beginning substituted where the user said so; then
 * in each directory that the user named, the recorded path and each of its endings, the longest first (for
 * /build/src/a.c in DIR: DIR/build/src/a.c, DIR/src/a.c, DIR/a.c), as gdb's `directory` and `substitute-path` do. */
#pragma once

#include "ui/model/ui_profile.h"

typedef enum {
  UI_SOURCE_FOUND,
  UI_SOURCE_UNKNOWN, /* the profile names no file */
  UI_SOURCE_MISSING, /* it is nowhere, cannot be read, or is no text file of at most 16 MB */
  UI_SOURCE_NEWER    /* it was changed after the program was built or run: its lines may be others now */
} UiSourceState;

typedef struct {
  UiSourceState state;
  char *path;       /* where it was found, or was when the profile was made; NULL: nowhere */
  GPtrArray *lines; /* char *: line 1 is element 0; raw, without line ends; empty unless UI_SOURCE_FOUND. NULL: the
                       profile holds others of the file */
} UiSourceText;

/* The text of file `file` (a number of the profile). `where` is the user's setting: entries DIRECTORY or FROM=TO with
 * colons in between; NULL or "": none. Never NULL; the caller frees it with ui_source_text_free(). */
UiSourceText *ui_source_text(const UiProfile *profile, uint32_t file, const char *where);
void ui_source_text_free(UiSourceText *text);

#define UI_SOURCE_ERROR ui_source_error_quark()
GQuark ui_source_error_quark(void);

/* Is `where` such a setting? Returns false and sets *error when an entry is no directory, or its FROM
 * is empty. */
bool ui_source_where_check(const char *where, GError **error);

/* Line `line` (from 1) of the text, or NULL where there is none. */
const char *ui_source_text_line(const UiSourceText *text, uint64_t line);

/* Why there is no text, as a sentence without a stop, fit to print: "matmul.c is newer than the program". NULL when
 * there is text. Owned by the caller. */
char *ui_source_text_problem(const UiProfile *profile, uint32_t file, const UiSourceText *text);
