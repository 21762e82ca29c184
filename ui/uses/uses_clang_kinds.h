/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_kinds.h: classifies the types, functions and operators of libclang's cursors. */
#pragma once

#include <stdbool.h>

#include "ui/uses/uses_clang_unit.h"

/* The kinds of types that the analysis distinguishes. */
typedef enum {
  USES_CLANG_SCALAR,    /* a number */
  USES_CLANG_POINTER,   /* a plain pointer */
  USES_CLANG_ARRAY,     /* a plain array */
  USES_CLANG_CONTAINER, /* a container of the C++ library that points to its content, such as a vector */
  USES_CLANG_ITERATOR,  /* an iterator, view or smart pointer: a copy of it has the same target */
  USES_CLANG_RECORD,    /* any other struct or class */
  USES_CLANG_OTHER      /* a type that depends on template arguments, a function, or void */
} UsesClangSort;

/* Returns the kind of a type; for a reference, the kind of the referenced type. *reference: whether the type is a
 * reference; NULL: not stored. */
UsesClangSort uses_clang_sort(const UsesClang *clang, CXType type, bool *reference);

/* Returns an expression without its parentheses and conversions. */
CXCursor uses_clang_peel(const UsesClang *clang, CXCursor expression);

/* Returns whether the binary operator between two operands is an assignment. */
bool uses_clang_is_assignment(const UsesClangUnit *unit, CXCursor left, CXCursor right);

/* Returns the unary operator of an expression: '*' or '&'; '+' or '-' for an increment or decrement; 0 for all others.
 */
char uses_clang_unary(const UsesClangUnit *unit, CXCursor expression, CXCursor operand);

/* Returns whether the cursor is a method with an object: a non-static one, a constructor or a destructor. */
bool uses_clang_is_method(const UsesClang *clang, CXCursor function);

/* Returns the name of a declaration, with its namespaces and classes: "shop::stock". Owned by the caller. */
char *uses_clang_name(const UsesClang *clang, CXCursor declaration);

/* Returns the name of a struct, union or class: "EState", "shop::Store"; for an unnamed one in C, that of its typedef.
 * NULL: none. Owned by the caller. */
char *uses_clang_record(const UsesClang *clang, CXCursor record);
