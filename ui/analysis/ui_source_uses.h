/* ui_source_uses.h: where a line of source text reads and writes a variable.
 *
 * This is no parser: it knows the subscripts, members, assignments and increments of C and its relatives.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ANALYSIS_SOURCE_USES_H
#define UI_ANALYSIS_SOURCE_USES_H

#include <glib.h>
#include <stdbool.h>

/* "xy[i][k]", "M->col[j]": a variable with its subscripts and members; both reads and writes in "x[i] += 1". */
typedef struct {
  char *text;
  bool reads, writes;
} UiSourceUse;

/* The uses of the variable or member `base` (a word) in a line of text, from left to right; those of its address alone
 * ("&x[i]", a call "x(...)") are none. GArray of UiSourceUse, owned by the caller. */
GArray *ui_source_uses(const char *line, const char *base);

#endif
