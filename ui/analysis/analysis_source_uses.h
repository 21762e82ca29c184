/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source_uses.h: finds where a line of source text reads and writes a variable, or the target of a pointer.
 *
 * This is no parser: it recognizes the subscripts, members, assignments and increments of C, related languages and
 * Fortran. It reports when the text is ambiguous. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The data that a word of the text refers to. */
typedef struct {
  const char *base;     /* the word: the name of a variable or member */
  bool pointed;         /* the data are the target of the pointer, not the variable itself */
  bool fortran;         /* the syntax is a(i, j)%b instead of a[i][j].b; case does not count */
  const char *declared; /* type of the variable, or of an element of the target; "": unknown */
} AnalysisSourceData;

/* An expression that reads or writes the data, with its subscripts and members: "xy[i][k]", "M->col[j]". "x[i] += 1"
 * does both. */
typedef struct {
  char *text;
  bool reads, writes;
  bool linked; /* a pointer leads to it, which can lie in data of the same kind */
} AnalysisSourceUse;

/* Returns the uses of the data in a line of text, from left to right, without those of the address alone ("&x[i]",
 * "sizeof x[0]") and calls "x(...)". In "p->f" the use of the data that p is (not of p's target) is "p". Returns NULL
 * if the uses are not certain; else a GArray of AnalysisSourceUse, which the caller frees with
 * analysis_source_uses_free(). */
GArray *analysis_source_uses(const char *line, const AnalysisSourceData *data);
void analysis_source_uses_free(GArray *uses);

/* Returns true if the expressions texts[] of the data `base` differ only in constants added in one of its subscripts.
 * Then sets constants[i] to that of texts[i] (0 if none): "x[i-1][k]" and "x[i][k]" have -1 and 0. */
bool analysis_source_uses_constants(const char *base, char *const *texts, unsigned n, long *constants);
