/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_full_name.h: full names of bins and segments without what an edit of the source moves: numbers of lines. */
#ifndef UI_UI_FULL_NAME_H
#define UI_UI_FULL_NAME_H

#include <stdint.h>

/* The name without numbers behind a point or colon: those are of lines, or addresses of functions without a name.
 * "main.12.fresh.31.double *.x" becomes "main.fresh.double *.x". Owned by the caller. */
char *ui_full_name_without_lines(const char *name);

/* Compares two names by those numbers, from left to right, as strcmp() does: by where in the source they are. */
int ui_full_name_compare_lines(const char *a, const char *b);

/* How many lines apart two names are that these numbers alone tell apart: the sum of all differences. */
uint64_t ui_full_name_lines_apart(const char *a, const char *b);

#endif
