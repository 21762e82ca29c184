/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_unit.h: parses a source file by libclang, and lists the functions defined in it and in its included
 * files. */
#pragma once

#include "ui/uses/uses_clang.h"

typedef struct UsesClangUnit UsesClangUnit;

/* A function's definition. */
typedef struct {
  CXCursor cursor;
  unsigned first, last; /* first and last line */
  bool sound;           /* no parse error is in these lines */
} UsesClangFunction;

/* Parses a source file with compiler flags (char *). NULL: it cannot be parsed. Free the result with
 * uses_clang_unit_free(), which accepts NULL. */
UsesClangUnit *uses_clang_unit_new(const UsesClang *clang, const char *source, const GPtrArray *flags);
void uses_clang_unit_free(UsesClangUnit *unit);

/* Returns the innermost function that contains a line of a file. NULL: none. Owned by the unit. */
const UsesClangFunction *uses_clang_unit_function(UsesClangUnit *unit, const char *file, unsigned line);

/* Returns the first parse error as text; NULL: none. Owned by the unit. */
const char *uses_clang_unit_error(const UsesClangUnit *unit);

const UsesClang *uses_clang_unit_api(const UsesClangUnit *unit);

/* Returns the source of a cursor without blanks and comments, at most 100 bytes: "x[a+1]"; for code from a macro, the
 * use of the macro. Owned by the caller. */
char *uses_clang_unit_text(const UsesClangUnit *unit, CXCursor cursor);

/* Returns the content of the file of a place, *n bytes; NULL: no file. Owned by libclang. */
const char *uses_clang_unit_bytes(const UsesClangUnit *unit, UsesClangPlace place, size_t *n);
