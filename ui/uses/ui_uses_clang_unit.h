/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_unit.h: a source file as libclang parsed it, and the functions that are defined in it and in what it
 * includes. */
#pragma once

#include "ui/uses/ui_uses_clang.h"

typedef struct UiClangUnit UiClangUnit;

/* A function's definition. */
typedef struct {
  CXCursor cursor;
  unsigned first, last; /* its lines */
  bool sound;           /* the parser found no error in them */
} UiClangFunction;

/* Parses a file, with flags (char *) for the compiler. NULL: it cannot be read. Free it with ui_clang_unit_free(). */
UiClangUnit *ui_clang_unit_new(const UiClang *clang, const char *source, const GPtrArray *flags);
void ui_clang_unit_free(UiClangUnit *unit); /* NULL is allowed */

/* The innermost function with that line of the file. NULL: none. It belongs to the unit. */
const UiClangFunction *ui_clang_unit_function(UiClangUnit *unit, const char *file, unsigned line);

/* The first error that the parser found, in one sentence; NULL: none. It belongs to the unit. */
const char *ui_clang_unit_error(const UiClangUnit *unit);

const UiClang *ui_clang_unit_clang(const UiClangUnit *unit);

/* The source of a cursor without blanks and comments, and no more than the first hundred bytes or so: "x[a+1]". Of what
 * comes from a macro, the use of the macro. Owned by the caller. */
char *ui_clang_unit_text(const UiClangUnit *unit, CXCursor cursor);

/* The bytes of the file that a place is in, with their number. They belong to libclang. */
const char *ui_clang_unit_bytes(const UiClangUnit *unit, UiClangPlace place, size_t *n);
