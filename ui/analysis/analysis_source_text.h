/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source_text.h: the text of a source file that a profile names: from the profile
 * (ui/profile/profile_resolved.h) or, if it contains none, from the file system.
 *
 * The search order is: the recorded path, with its beginning substituted as the user specified; then, in each directory
 * that the user named, the recorded path and each of its endings, the longest first (for /build/src/a.c in DIR:
 * DIR/build/src/a.c, DIR/src/a.c, DIR/a.c). gdb's `directory` and `substitute-path` work alike. */
#pragma once

#include "ui/profile/profile.h"

typedef enum {
  ANALYSIS_SOURCE_FOUND,
  ANALYSIS_SOURCE_UNKNOWN, /* the profile names no file */
  ANALYSIS_SOURCE_MISSING, /* the file is not found, not readable, or no text file of at most 16 MB */
  ANALYSIS_SOURCE_NEWER    /* the file was changed after the program was built or started: its lines are possibly
                           different */
} AnalysisSourceState;

typedef struct {
  AnalysisSourceState state;
  char *path; /* where the file was found, or its recorded path if the profile has the text; NULL: not found */
  GPtrArray
      *lines; /* char *: line 1 is element 0; raw, without line ends; empty unless ANALYSIS_SOURCE_FOUND; an element
                       is NULL if the profile has other lines of the file only */
} AnalysisSourceText;

/* Returns the text of file `file` (a number in the profile). `where` is the user's setting: entries DIRECTORY or
 * FROM=TO, separated by colons; NULL or "": none. Never NULL; the caller frees it with analysis_source_text_free(). */
AnalysisSourceText *analysis_source_text(const Profile *profile, uint32_t file, const char *where);
void analysis_source_text_free(AnalysisSourceText *text);

#define ANALYSIS_SOURCE_ERROR analysis_source_error_quark()
GQuark analysis_source_error_quark(void);

/* Checks such a setting. Returns false and sets *error if an entry is no directory, or its FROM is empty. */
bool analysis_source_where_check(const char *where, GError **error);

/* Returns line `line` (from 1) of the text; NULL: none. */
const char *analysis_source_text_line(const AnalysisSourceText *text, uint64_t line);

/* Returns the reason why text is missing, as a sentence without a full stop, escaped for printing: "matmul.c is newer
 * than the program"; NULL: the text exists. Owned by the caller. */
char *analysis_source_text_problem(const Profile *profile, uint32_t file, const AnalysisSourceText *text);
