/* ui_uses_clang.h: libclang, the parser of C and C++, if it is there.
 *
 * It is loaded when a source file is to be parsed, and not with the program: with LLVM behind it that would be most of
 * the time that short commands take.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_CLANG_H
#define UI_USES_CLANG_H

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

typedef struct {
#define CLANG(name) __typeof__(&clang_##name) name;
#include "ui/uses/ui_uses_clang.def"
#undef CLANG
} UiClang;

/* The functions of libclang, by their names. NULL: it cannot be loaded; *problem gets a sentence that says why, and
 * belongs to the callee. */
const UiClang *ui_clang(const char **problem);

/* After ui_clang() gave one: the option by which it finds its own headers; NULL: it needs none, as far as is known. */
const char *ui_clang_resources(void);

/* The text of a string of libclang, which ends. Owned by the caller. */
char *ui_clang_text(const UiClang *clang, CXString string);

/* What a place in the source is as a file, line (from 1) and offset; the file is NULL if there is none. Of what a macro
 * stands for, where the macro is used; with `spelled`, where it was written. */
typedef struct {
  CXFile file;
  unsigned line, offset;
} UiClangPlace;
UiClangPlace ui_clang_place(const UiClang *clang, CXSourceLocation location, bool spelled);

/* Is it a function, method or template of one? */
bool ui_clang_is_function(const UiClang *clang, CXCursor cursor);

/* The children of a cursor (CXCursor). With `expressions`, those that are expressions. Owned by the caller. */
GArray *ui_clang_children(const UiClang *clang, CXCursor cursor, bool expressions);

#endif
