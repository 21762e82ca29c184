/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_unit.h: parses a source file by libclang, and lists the functions defined in it and in its included
 * files. */
#pragma once

#include "ui/uses/ui_uses_clang.h"

typedef struct UiClangUnit UiClangUnit;

/* A function's definition. */
typedef struct {
  CXCursor cursor;
  unsigned first, last; /* first and last line */
  bool sound;           /* no parse error is in these lines */
} UiClangFunction;

/* Parses a source file with compiler flags (char *). NULL: it cannot be parsed. Free the result with
 * ui_clang_unit_free(), which accepts NULL. */
UiClangUnit *ui_clang_unit_new(const UiClang *clang, const char *source, const GPtrArray *flags);
void ui_clang_unit_free(UiClangUnit *unit);

/* Returns the innermost function that contains a line of a file. NULL: none. Owned by the unit. */
const UiClangFunction *ui_clang_unit_function(UiClangUnit *unit, const char *file, unsigned line);

/* Returns the first parse error as text; NULL: none. Owned by the unit. */
const char *ui_clang_unit_error(const UiClangUnit *unit);

const UiClang *ui_clang_unit_clang(const UiClangUnit *unit);

/* Returns the source of a cursor without blanks and comments, at most 100 bytes: "x[a+1]"; for code from a macro, the
 * use of the macro. Owned by the caller. */
char *ui_clang_unit_text(const UiClangUnit *unit, CXCursor cursor);

/* Returns the content of the file of a place, *n bytes; NULL: no file. Owned by libclang. */
const char *ui_clang_unit_bytes(const UiClangUnit *unit, UiClangPlace place, size_t *n);
