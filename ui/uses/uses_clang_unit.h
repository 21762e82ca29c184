/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_unit.h: parses a source file with libclang, and lists the functions that the file and its included files
 * define. */
#pragma once

#include "ui/uses/uses_clang.h"

typedef struct UsesClangUnit UsesClangUnit;

/* A function's definition. */
typedef struct {
  CXCursor cursor;
  unsigned first, last; /* first and last line */
  bool sound;           /* whether the lines of the function contain no parse error */
} UsesClangFunction;

/* Parses a source file with compiler flags (char *). Returns NULL if it cannot be parsed. Free the result with
 * uses_clang_unit_free(), which accepts NULL. */
UsesClangUnit *uses_clang_unit_new(const UsesClang *clang, const char *source, const GPtrArray *flags);
void uses_clang_unit_free(UsesClangUnit *unit);

/* Returns the innermost function that contains a line of a file, or NULL if there is none. The unit owns the result. */
const UsesClangFunction *uses_clang_unit_function(UsesClangUnit *unit, const char *file, unsigned line);

/* Returns the first parse error as text, or NULL if there is none. The unit owns the text. */
const char *uses_clang_unit_error(const UsesClangUnit *unit);

const UsesClang *uses_clang_unit_api(const UsesClangUnit *unit);

/* Returns the source of a cursor without blanks and comments, at most 100 bytes: "x[a+1]". For code from a macro,
 * returns the use of the macro. The caller frees the text. */
char *uses_clang_unit_text(const UsesClangUnit *unit, CXCursor cursor);

/* Returns the content of the file that contains a place, and sets *n to its size in bytes. Returns NULL if the place is
 * not in a file. libclang owns the content. */
const char *uses_clang_unit_bytes(const UsesClangUnit *unit, UsesClangPlace place, size_t *n);
