/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_loops.h: finds the loops around a source line by its text. Only for the files of advice_make*.c. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The syntax of loops. */
typedef enum {
  ADVICE_SYNTAX_C,      /* for (...; ...; i++), for (x : y), while (...), do ... while */
  ADVICE_SYNTAX_RUST,   /* for i in ... {, while ... {, loop { */
  ADVICE_SYNTAX_FORTRAN /* do i = ..., do while (...), do concurrent (...) */
} AdviceSyntax;

/* A loop. */
typedef struct {
  char *variable; /* the variable that it changes; NULL: unknown */
  bool by_one;    /* each iteration adds one to the variable, or subtracts one */
  uint64_t line;  /* the line where it begins, from 1 */
} AdviceLoop;

/* Returns the loops around a column of line `line`, innermost first: a GArray of AdviceLoop, owned by the caller. Lines
 * (char *, NULL: unknown) are those of the whole file. Loops that begin before an unknown line are missing. */
GArray *advice_loops(const GPtrArray *lines, uint64_t line, size_t column, AdviceSyntax syntax);

/* Returns the first expression that the lines first .. last assign to the variable. NULL: none. Owned by the caller. */
char *advice_loops_definition(const GPtrArray *lines, uint64_t first, uint64_t last, const char *variable);
