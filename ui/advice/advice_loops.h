/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_loops.h: finds the loops around a source line in the text of the file. Only the files of ui/advice use this
 * header. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The syntax of loops in a language. */
typedef enum {
  ADVICE_SYNTAX_C,      /* loops such as for (...; ...; i++), for (x : y), while (...), and do ... while */
  ADVICE_SYNTAX_RUST,   /* loops such as for i in ... {, while ... {, and loop { */
  ADVICE_SYNTAX_FORTRAN /* loops such as do i = ..., do while (...), and do concurrent (...) */
} AdviceSyntax;

/* A loop. */
typedef struct {
  char *variable; /* the variable that the loop changes; NULL: unknown */
  bool by_one;    /* whether each iteration adds one to the variable, or subtracts one from it */
  bool by_value;  /* the variable is an element of a container that the loop visits, such as `key` in for (key :
                     keys) */
  uint64_t line;  /* the line where the loop begins, from 1 */
} AdviceLoop;

/* Returns the loops around a column of line number `line`, the innermost loop first, as a GArray of AdviceLoop. The
 * caller owns the array. `lines` contains all lines of the file (char *; NULL: not available). Loops that begin before
 * an unavailable line are not found. */
GArray *advice_loops(const GPtrArray *lines, uint64_t line, size_t column, AdviceSyntax syntax);

/* Returns the first expression that the lines `first` to `last` assign to the variable; NULL: none. The caller owns the
 * expression. */
char *advice_loops_definition(const GPtrArray *lines, uint64_t first, uint64_t last, const char *variable);

/* Returns whether the line counts the variable up or down, as "a[i++]" does. */
bool advice_loops_counts(const char *line, const char *variable);

/* Returns whether the loop that begins in line `first` and contains the line `inside` changes the variable by constant
 * steps, as "i++" and "p += 4" do. The indentation of the lines shows where the loop ends. */
bool advice_loops_steps(const GPtrArray *lines, uint64_t first, uint64_t inside, const char *variable);
