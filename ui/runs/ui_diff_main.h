/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_main.h: memspy diff, for who has profiles that the user calls something else than their files. */
#ifndef UI_UI_DIFF_MAIN_H
#define UI_UI_DIFF_MAIN_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/runs/ui_diff.h"

/* Whether the options of ui_diff_subcommand, which were read, can be followed: for what takes long until there is
 * something to compare. Returns false and sets *error when they cannot. */
bool ui_diff_check(GError **error);

/* How many rows of each kind these options ask for; 0: as many as usual. */
uint32_t ui_diff_top(void);

/* One of these options that says how profiles are read or compared, and was given; NULL: none was. */
const char *ui_diff_reading(void);

/* Compares the profiles in two files, in the way that the options of ui_diff_subcommand, which were read, say; they are
 * called by `titles`. The user's names are in the folder of the file `beside`, or, if it is NULL, of each profile.
 * Returns the exit status. */
int ui_diff_files(const char *const files[UI_SIDES], const char *const titles[UI_SIDES], const char *beside);

/* Writes to the file that these options name, or standard output: what `writer` writes, as JSON or as text. Returns
 * false and sets *error when it cannot be written. */
typedef void UiDiffWriter(void *closure, FILE *file, bool as_json);
bool ui_diff_write(UiDiffWriter *writer, void *closure, GError **error);

#endif
