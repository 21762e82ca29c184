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
  USES_CLANG_ITERATOR,  /* an iterator, view or smart pointer, whose copies have the same target */
  USES_CLANG_RECORD,    /* any other struct or class */
  USES_CLANG_OTHER      /* a type that depends on template arguments, a function, or void */
} UsesClangSort;

/* Returns the kind of a type. For a reference, this is the kind of the referenced type. Sets *reference to whether the
 * type is a reference, unless `reference` is NULL. */
UsesClangSort uses_clang_sort(const UsesClang *clang, CXType type, bool *reference);

/* Returns an expression without its parentheses and conversions. */
CXCursor uses_clang_peel(const UsesClang *clang, CXCursor expression);

/* Returns whether the binary operator between two operands is an assignment. */
bool uses_clang_is_assignment(const UsesClangUnit *unit, CXCursor left, CXCursor right);

/* Returns the unary operator of an expression: '*' or '&'; '+' or '-' for an increment or decrement; 0 for all other
 * expressions. */
char uses_clang_unary(const UsesClangUnit *unit, CXCursor expression, CXCursor operand);

/* Returns whether the cursor is a method with an object: a method that is not static, a constructor or a destructor. */
bool uses_clang_is_method(const UsesClang *clang, CXCursor function);

/* Returns the name of a declaration, with its namespaces and classes: "shop::stock". The caller frees the name. */
char *uses_clang_name(const UsesClang *clang, CXCursor declaration);

/* Returns the name of a struct, union or class: "EState", "shop::Store". For an unnamed one in C, returns the name of
 * its typedef. Returns NULL if there is no name. The caller frees the name. */
char *uses_clang_record(const UsesClang *clang, CXCursor record);
