/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_full_name.h: full names of bins and segments, without the line numbers in them, since an edit of the source
 * changes line numbers. */
#pragma once

#include <stdint.h>

/* Returns the name without the numbers after a point or colon, which are line numbers, or addresses of unnamed
 * functions. "main.12.fresh.31.double *.x" becomes "main.fresh.double *.x". The caller owns the result. */
char *profile_full_name_without_lines(const char *name);

/* Compares two names by the numbers after points and colons, from left to right, and so by position in the source.
 * Returns a result such as that of strcmp(). */
int profile_full_name_compare_lines(const char *a, const char *b);

/* Returns the distance in lines of two names that differ only in the numbers after points and colons. It is the sum of
 * all differences. */
uint64_t profile_full_name_lines_apart(const char *a, const char *b);

/* Returns the plain name of a static or thread-local variable, without its function, file and object: "table" for
 * "table (b.c)" and "table in fill()". The caller owns it. */
char *profile_full_name_plain(const char *name);
