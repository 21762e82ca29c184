/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_source_uses.h: where a line of source text reads and writes a variable, or what a pointer points to.
 *
 * This is no parser: it knows the subscripts, members, assignments and increments of C and its relatives, and of
 * Fortran. It knows when it does not know. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* What a word of the text stands for. */
typedef struct {
  const char *base;     /* the word: a variable or member */
  bool pointed;         /* meant is what it points to, not the variable itself */
  bool fortran;         /* a(i, j)%b instead of a[i][j].b; case does not count */
  const char *declared; /* type of the variable, or of an element of what is pointed to; "": unknown */
} UiSourceData;

/* "xy[i][k]", "M->col[j]": what is read or written of the data, with its subscripts and members; both in "x[i] += 1".
 */
typedef struct {
  char *text;
  bool reads, writes;
  bool linked; /* it is reached by a pointer, which may lie in data of the same kind */
} UiSourceUse;

/* The uses of the data in a line of text, from left to right; those of its address alone ("&x[i]", "sizeof x[0]", a
 * call "x(...)") are none, and of "p->f" the data that p is, and not what it points to, has the use "p". NULL: it is
 * not certain what they are. Else a GArray of UiSourceUse, to be freed with ui_source_uses_free(). */
GArray *ui_source_uses(const char *line, const UiSourceData *data);
void ui_source_uses_free(GArray *uses);

/* If expressions of the data `base` are alike but for constants that are added in one subscript of it, sets
 * constants[i] to that of texts[i] (0 if none) and returns true: "x[i-1][k]" and "x[i][k]" have -1 and 0. */
bool ui_source_uses_constants(const char *base, char *const *texts, unsigned n, long *constants);
