/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_full_name.h: full names of bins and segments without line numbers, which an edit of the source changes. */
#pragma once

#include <stdint.h>

/* Returns the name without numbers after a point or colon: line numbers, or addresses of unnamed functions.
 * "main.12.fresh.31.double *.x" becomes "main.fresh.double *.x". Owned by the caller. */
char *profile_full_name_without_lines(const char *name);

/* Compares two names by those numbers, from left to right, as strcmp() does: by position in the source. */
int profile_full_name_compare_lines(const char *a, const char *b);

/* Returns the distance in lines of two names that differ in these numbers only: the sum of all differences. */
uint64_t profile_full_name_lines_apart(const char *a, const char *b);

/* Returns the plain name of a static or thread-local variable, without its function, file and object: "table" for
 * "table (b.c)" and "table in fill()". The caller owns it. */
char *profile_full_name_plain(const char *name);
