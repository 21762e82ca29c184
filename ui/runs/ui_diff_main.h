/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_main.h: memspy diff, for callers with profiles whose titles are not their files' names. Uses the options of
 * ui_diff_subcommand, which the caller has parsed. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/runs/ui_diff.h"

/* Checks the options before a long computation. Returns false and sets *error if one is wrong. */
bool ui_diff_check(GError **error);

/* Returns the number of rows of each kind; 0: the default. */
uint32_t ui_diff_top(void);

/* Returns an option that was given and affects reading or comparing; NULL: none. */
const char *ui_diff_reading(void);

/* Compares the profiles in two files, called `titles`. The user's names are in the folder of file `beside`; if that is
 * NULL, in the folder of each profile. Returns the exit status. */
int ui_diff_files(const char *const files[UI_SIDES], const char *const titles[UI_SIDES], const char *beside);

/* Writes the output of `writer`, JSON or text, to the file of --output or to standard output. Returns false and sets
 * *error if it cannot be written. */
typedef void UiDiffWriter(void *closure, FILE *file, bool as_json);
bool ui_diff_write(UiDiffWriter *writer, void *closure, GError **error);
