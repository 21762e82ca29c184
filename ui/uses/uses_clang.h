/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang.h: loads libclang, the parser of C and C++, if it is installed.
 *
 * uses_clang_api() loads the library before the first source file is parsed. It is not loaded when the program starts,
 * because loading libclang and LLVM takes longer than short commands. */
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

/* Returns the functions of libclang as a struct of pointers. If libclang cannot be loaded, returns NULL and sets
 * *problem to the reason, which the caller must not free. */
const UsesClang *uses_clang_api(const char **problem);

/* Returns the option with which libclang finds its own headers, or NULL if no option is needed. Call it after
 * uses_clang_api(). */
const char *uses_clang_resources(void);

/* Returns a copy of a string of libclang, and disposes of the original. The caller frees the copy. */
char *uses_clang_text(const UsesClang *clang, CXString string);

/* Returns the file (NULL: none), line (from 1) and offset in bytes of a source location. If the location is in the
 * expansion of a macro, the result is the place where the source uses the macro. With `spelled`, it is the place of the
 * expanded text in the source. */
typedef struct {
  CXFile file;
  unsigned line, offset;
} UsesClangPlace;
UsesClangPlace uses_clang_place(const UsesClang *clang, CXSourceLocation location, bool spelled);

/* Returns whether the cursor is a function, a method or a function template. */
bool uses_clang_is_function(const UsesClang *clang, CXCursor cursor);

/* Returns the children of a cursor (CXCursor). expressions: whether to return only the children that are expressions.
 * The caller frees the array. */
GArray *uses_clang_children(const UsesClang *clang, CXCursor cursor, bool expressions);
