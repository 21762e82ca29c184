/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_source_text.h: the text of a source file that a profile names: from the profile (ui/model/ui_resolved.h) or, if it
 * contains none, from the file system.
 *
 * The search order is: the recorded path, with its beginning substituted as the user specified; then, in each directory
 * that the user named, the recorded path and each of its endings, the longest first (for /build/src/a.c in DIR:
 * DIR/build/src/a.c, DIR/src/a.c, DIR/a.c). gdb's `directory` and `substitute-path` work alike. */
#pragma once

#include "ui/model/ui_profile.h"

typedef enum {
  UI_SOURCE_FOUND,
  UI_SOURCE_UNKNOWN, /* the profile names no file */
  UI_SOURCE_MISSING, /* the file is not found, not readable, or no text file of at most 16 MB */
  UI_SOURCE_NEWER    /* the file was changed after the program was built or started: its lines are possibly different */
} UiSourceState;

typedef struct {
  UiSourceState state;
  char *path;       /* where the file was found, or its recorded path if the profile has the text; NULL: not found */
  GPtrArray *lines; /* char *: line 1 is element 0; raw, without line ends; empty unless UI_SOURCE_FOUND; an element
                       is NULL if the profile has other lines of the file only */
} UiSourceText;

/* Returns the text of file `file` (a number in the profile). `where` is the user's setting: entries DIRECTORY or
 * FROM=TO, separated by colons; NULL or "": none. Never NULL; the caller frees it with ui_source_text_free(). */
UiSourceText *ui_source_text(const UiProfile *profile, uint32_t file, const char *where);
void ui_source_text_free(UiSourceText *text);

#define UI_SOURCE_ERROR ui_source_error_quark()
GQuark ui_source_error_quark(void);

/* Checks such a setting. Returns false and sets *error if an entry is no directory, or its FROM is empty. */
bool ui_source_where_check(const char *where, GError **error);

/* Returns line `line` (from 1) of the text; NULL: none. */
const char *ui_source_text_line(const UiSourceText *text, uint64_t line);

/* Returns the reason why text is missing, as a sentence without a full stop, escaped for printing: "matmul.c is newer
 * than the program"; NULL: the text exists. Owned by the caller. */
char *ui_source_text_problem(const UiProfile *profile, uint32_t file, const UiSourceText *text);
