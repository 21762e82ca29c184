/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang.h: loads libclang, the parser of C and C++, if it is installed.
 *
 * It is loaded when the first source file is parsed: loading it with the program, including LLVM, would dominate the
 * time of short commands. */
#pragma once

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

typedef struct {
#define CLANG(name) __typeof__(&clang_##name) name;
#include "ui/uses/ui_uses_clang.def"
#undef CLANG
} UiClang;

/* The functions of libclang, by name. NULL: it cannot be loaded; *problem is then the reason, owned by the callee. */
const UiClang *ui_clang(const char **problem);

/* The option with which libclang finds its own headers, after ui_clang() has loaded it; NULL: none needed. */
const char *ui_clang_resources(void);

/* Converts a string of libclang, and disposes of it. Owned by the caller. */
char *ui_clang_text(const UiClang *clang, CXString string);

/* The file (NULL: none), line (from 1) and offset of a source location. For the expansion of a macro, the location of
 * its use; spelled: that of its text. */
typedef struct {
  CXFile file;
  unsigned line, offset;
} UiClangPlace;
UiClangPlace ui_clang_place(const UiClang *clang, CXSourceLocation location, bool spelled);

/* Whether the cursor is a function, method or function template. */
bool ui_clang_is_function(const UiClang *clang, CXCursor cursor);

/* The children of a cursor (CXCursor); expressions: only those that are expressions. Owned by the caller. */
GArray *ui_clang_children(const UiClang *clang, CXCursor cursor, bool expressions);
