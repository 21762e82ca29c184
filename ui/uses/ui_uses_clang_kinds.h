/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_kinds.h: classifies the types, functions and operators of libclang's cursors. */
#pragma once

#include <stdbool.h>

#include "ui/uses/ui_uses_clang_unit.h"

/* The kinds of types that the analysis distinguishes. */
typedef enum {
  UI_CLANG_SCALAR,    /* a number */
  UI_CLANG_POINTER,   /* a plain pointer */
  UI_CLANG_ARRAY,     /* a plain array */
  UI_CLANG_CONTAINER, /* a container of the C++ library that points to its content, such as a vector */
  UI_CLANG_ITERATOR,  /* an iterator, view or smart pointer: a copy of it has the same target */
  UI_CLANG_RECORD,    /* any other struct or class */
  UI_CLANG_OTHER      /* a type that depends on template arguments, a function, or void */
} UiClangSort;

/* Returns the kind of a type; for a reference, the kind of the referenced type. *reference: whether the type is a
 * reference; NULL: not stored. */
UiClangSort ui_clang_sort(const UiClang *clang, CXType type, bool *reference);

/* Returns an expression without its parentheses and conversions. */
CXCursor ui_clang_peel(const UiClang *clang, CXCursor expression);

/* Whether the binary operator between two operands is an assignment. */
bool ui_clang_is_assignment(const UiClangUnit *unit, CXCursor left, CXCursor right);

/* Returns the unary operator of an expression: '*' or '&'; '+' or '-' for an increment or decrement; 0 for all others.
 */
char ui_clang_unary(const UiClangUnit *unit, CXCursor expression, CXCursor operand);

/* Whether the cursor is a method with an object: a non-static one, a constructor or a destructor. */
bool ui_clang_is_method(const UiClang *clang, CXCursor function);

/* Returns the name of a declaration, with its namespaces and classes: "shop::stock". Owned by the caller. */
char *ui_clang_name(const UiClang *clang, CXCursor declaration);

/* Returns the name of a struct, union or class: "EState", "shop::Store"; for an unnamed one in C, that of its typedef.
 * NULL: none. Owned by the caller. */
char *ui_clang_record(const UiClang *clang, CXCursor record);
