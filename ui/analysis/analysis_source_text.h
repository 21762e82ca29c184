/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source_text.h: gets the text of a source file that a profile names. The text comes from the profile
 * (ui/profile/profile_resolved.h) or, if the profile does not contain it, from the file system.
 *
 * The search begins with the recorded path, whose beginning can be substituted by the user's setting. Then it tries
 * each directory of the setting, with the recorded path and each of its endings, the longest one first. For example,
 * for /build/src/a.c in DIR, it tries DIR/build/src/a.c, DIR/src/a.c and DIR/a.c. This is similar to `directory` and
 * `substitute-path` of gdb. */
#pragma once

#include "ui/profile/profile.h"

typedef enum {
  ANALYSIS_SOURCE_FOUND,
  ANALYSIS_SOURCE_UNKNOWN, /* the profile does not name the file */
  ANALYSIS_SOURCE_MISSING, /* the file is not found, is not readable, or is not a text file of at most 16 MB */
  ANALYSIS_SOURCE_NEWER    /* the file was changed after the program was built or started, so that its lines are
                              possibly different */
} AnalysisSourceState;

typedef struct {
  AnalysisSourceState state;
  char *path;       /* path where the file was found, or its recorded path if the profile contains the text; NULL: not
                       found */
  GPtrArray *lines; /* char *: line 1 is element 0; not escaped for printing, without line ends. Empty unless `state` is
                       ANALYSIS_SOURCE_FOUND. An element is NULL if the profile contains only other lines of the file */
} AnalysisSourceText;

/* Returns the text of file number `file` in the profile, never NULL. `where` is the user's setting, which consists of
 * entries DIRECTORY or FROM=TO with colons between them (NULL or "": no entries). The caller frees the text with
 * analysis_source_text_free(). */
AnalysisSourceText *analysis_source_text(const Profile *profile, uint32_t file, const char *where);
void analysis_source_text_free(AnalysisSourceText *text);

#define ANALYSIS_SOURCE_ERROR analysis_source_error_quark()
GQuark analysis_source_error_quark(void);

/* Checks a setting for analysis_source_text(). Returns false and sets *error if an entry is not a directory, or if its
 * FROM is empty. */
bool analysis_source_where_check(const char *where, GError **error);

/* Returns line number `line` of the text, counted from 1; NULL: not available. */
const char *analysis_source_text_line(const AnalysisSourceText *text, uint64_t line);

/* Returns the reason why the text is missing, such as "matmul.c is newer than the program"; NULL: the text exists. The
 * reason is a sentence without a full stop, escaped for printing. The caller owns it. */
char *analysis_source_text_problem(const Profile *profile, uint32_t file, const AnalysisSourceText *text);
