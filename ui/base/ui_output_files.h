/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output_files.h: output files that options of a subcommand name. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  const char *option; /* without dashes */
  const char *path;   /* "-": standard output; NULL: not given */
} UiOutputFile;

/* Returns whether the path was given and is standard output. */
bool ui_output_file_is_standard(const char *path);

/* Checks, before a long computation, that each of n files has a name of its own and could be written. Returns false
 * and sets *error, which names the option, if not. */
bool ui_output_files_check(const UiOutputFile *files, unsigned n, GError **error);
