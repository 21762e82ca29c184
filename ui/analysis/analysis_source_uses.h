/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source_uses.h: finds the expressions in a source line that read or write a variable, or the target of a
 * pointer.
 *
 * This is not a parser. It recognizes subscripts, members, assignments and increments of C, related languages and
 * Fortran. If a text is ambiguous, it reports this instead of guessing. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The data that a word of the source text refers to. */
typedef struct {
  const char *base;     /* the word, which is the name of a variable or member */
  bool pointed;         /* whether the data are the target of the pointer, not the variable itself */
  bool fortran;         /* whether the syntax is a(i, j)%b instead of a[i][j].b, and case is ignored */
  const char *declared; /* type of the variable, or of an element of the pointer's target; "": unknown */
} AnalysisSourceData;

/* An expression that reads or writes the data, with its subscripts and members, such as "xy[i][k]" or "M->col[j]". In
 * "x[i] += 1", the expression "x[i]" does both. */
typedef struct {
  char *text;
  bool reads, writes;
  bool linked; /* whether the expression reaches the data by a pointer, which can be in data of the same kind */
} AnalysisSourceUse;

/* Returns the uses of the data in a line of source text, from left to right. A use of the address alone ("&x[i]",
 * "sizeof x[0]") and a call "x(...)" do not count. If the data are the pointer p itself, and not its target, the use in
 * "p->f" is "p". Returns NULL if the uses are not certain. Otherwise returns a GArray of AnalysisSourceUse, which the
 * caller frees with analysis_source_uses_free(). */
GArray *analysis_source_uses(const char *line, const AnalysisSourceData *data);
void analysis_source_uses_free(GArray *uses);

/* If the expressions texts[] of the data `base` differ only in constants added in one subscript, returns true, and sets
 * constants[i] to the constant in texts[i] (0 if it has none). For example, "x[i-1][k]" and "x[i][k]" have -1 and 0. */
bool analysis_source_uses_constants(const char *base, char *const *texts, unsigned n, long *constants);
