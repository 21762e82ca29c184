/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_main.h: memspy diff, for callers whose profiles have titles other than the names of their files. Uses the
 * options of ui_diff_subcommand, which the caller has parsed. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/diff/diff.h"

/* Checks the options before a long computation. Returns false and sets *error if one is wrong. */
bool diff_check(GError **error);

/* Returns the number of rows of each kind that the user requested; 0: the default. */
uint32_t diff_top(void);

/* Returns an option that was given and that affects reading or comparing; NULL: there is none. */
const char *diff_reading(void);

/* Compares the profiles in two files, and prints the result with these titles. `beside`: a file in whose folder the
 * user's names are; NULL: the names of each profile are in its own folder. Returns the exit status. */
int diff_files(const char *const files[DIFF_SIDES], const char *const titles[DIFF_SIDES], const char *beside);

/* Writes the output of `writer`, JSON or text, to the file of --output or to standard output. Returns false and sets
 * *error if it cannot be written. */
typedef void DiffWriter(void *closure, FILE *file, bool as_json);
bool diff_write(DiffWriter *writer, void *closure, GError **error);
