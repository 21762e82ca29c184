/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_main.h: does the work of `memspy diff`, for callers whose profiles have titles other than the names of their
 * files. The options are those of ui_diff_subcommand, which the caller must have parsed. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/diff/diff.h"

/* Checks the command-line options before a long computation. Returns false and sets *error if one of them is wrong. */
bool diff_check(GError **error);

/* Returns the number of rows of each kind that the user requested; 0: the default number. */
uint32_t diff_top(void);

/* Returns a command-line option that the user gave, and that affects reading or comparing; NULL: none. */
const char *diff_reading(void);

/* Compares the profiles in two files, and prints the difference with these titles. `beside` is a file in the folder
 * that contains the names which the user gave; NULL: these names are in the folder of each profile. Returns the exit
 * status. */
int diff_files(const char *const files[DIFF_SIDES], const char *const titles[DIFF_SIDES], const char *beside);

/* Calls `writer` to write its output, as JSON or as text, to the file of the option --output or to standard output.
 * Returns false and sets *error if the output cannot be written. */
typedef void DiffWriter(void *closure, FILE *file, bool as_json);
bool diff_write(DiffWriter *writer, void *closure, GError **error);
