/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_output_files.h: checks the output files that options of a subcommand name. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  const char *option; /* name of the option without dashes */
  const char *path;   /* path that the user gave; "-": standard output; NULL: the user did not give the option */
} UiOutputFile;

/* Returns whether the user gave the path, and it is standard output. */
bool ui_output_file_is_standard(const char *path);

/* Checks before a long computation that each of n files has a different name, and could be written. Otherwise returns
 * false and sets *error, which names the option. */
bool ui_output_files_check(const UiOutputFile *files, unsigned n, GError **error);
