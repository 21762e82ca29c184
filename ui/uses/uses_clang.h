/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang.h: loads libclang, the parser of C and C++, if it is installed.
 *
 * uses_clang_api() loads it before the first source file is parsed. Loading it with the program, together with LLVM,
 * would dominate the time of short commands. */
#pragma once

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

typedef struct {
#define CLANG(name) __typeof__(&clang_##name) name;
#include "ui/uses/uses_clang.def"
#undef CLANG
} UsesClang;

/* Returns the functions of libclang, by name. NULL: libclang cannot be loaded; *problem is then the reason, owned by
 * the callee. */
const UsesClang *uses_clang_api(const char **problem);

/* Returns the option with which libclang finds its own headers; NULL: none needed. Call after uses_clang_api(). */
const char *uses_clang_resources(void);

/* Converts a string of libclang, and disposes of it. Owned by the caller. */
char *uses_clang_text(const UsesClang *clang, CXString string);

/* The file (NULL: none), line (from 1) and offset in bytes of a source location. For the expansion of a macro, it is
 * the location of the macro's use; with `spelled`, that of the expanded text in the source. */
typedef struct {
  CXFile file;
  unsigned line, offset;
} UsesClangPlace;
UsesClangPlace uses_clang_place(const UsesClang *clang, CXSourceLocation location, bool spelled);

/* Returns whether the cursor is a function, method or function template. */
bool uses_clang_is_function(const UsesClang *clang, CXCursor cursor);

/* Returns the children of a cursor (CXCursor). expressions: only those that are expressions. Owned by the caller. */
GArray *uses_clang_children(const UsesClang *clang, CXCursor cursor, bool expressions);
