/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output_files.h: the files that options of a subcommand name, besides what it prints. */
#ifndef UI_UI_OUTPUT_FILES_H
#define UI_UI_OUTPUT_FILES_H

#include <glib.h>
#include <stdbool.h>

typedef struct {
  const char *option; /* without dashes */
  const char *path;   /* "-": standard output; NULL: not asked for */
} UiOutputFile;

/* Whether it was asked for, and goes to standard output. */
bool ui_output_file_is_standard(const char *path);

/* Before what takes long: whether each of n files has a name of its own, and could be written. Returns false and sets
 * *error, with the option's name, if not. */
bool ui_output_files_check(const UiOutputFile *files, unsigned n, GError **error);

#endif
