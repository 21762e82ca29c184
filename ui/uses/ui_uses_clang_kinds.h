/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_kinds.h: what sort of type, variable or operator a cursor of libclang is. */
#pragma once

#include <stdbool.h>

#include "ui/uses/ui_uses_clang_unit.h"

/* What a type means for data of it. */
typedef enum {
  UI_CLANG_SCALAR,    /* a number */
  UI_CLANG_POINTER,   /* of C */
  UI_CLANG_ARRAY,     /* of C */
  UI_CLANG_CONTAINER, /* of C++'s library, that has its content elsewhere, as a vector: like a pointer to it */
  UI_CLANG_ITERATOR,  /* of such a one, or a smart pointer: a copy leads to the same content */
  UI_CLANG_RECORD,    /* any other struct or class */
  UI_CLANG_OTHER      /* not known before a template is used; functions; void */
} UiClangSort;

/* Of a type; of a reference, of what it refers to, and *reference is set (NULL: not asked). */
UiClangSort ui_clang_sort(const UiClang *clang, CXType type, bool *reference);

/* The expression without parentheses and conversions. */
CXCursor ui_clang_peel(const UiClang *clang, CXCursor expression);

/* Is a binary operator an assignment? Its operands are given. */
bool ui_clang_is_assignment(const UiClangUnit *unit, CXCursor left, CXCursor right);

/* The unary operator: '*', '&', '+' or '-' of ++ and --, or 0 for all others. */
char ui_clang_unary(const UiClangUnit *unit, CXCursor expression, CXCursor operand);

/* Is it a function of a class that has an object? */
bool ui_clang_is_method(const UiClang *clang, CXCursor function);

/* The name of a declaration, with the namespaces and classes around it before it: "shop::stock". Owned by the caller.
 */
char *ui_clang_name(const UiClang *clang, CXCursor declaration);

/* The name of a struct: "EState", "shop::Store"; C's may have that of an alias alone. NULL: none. Owned by the caller.
 */
char *ui_clang_record(const UiClang *clang, CXCursor record);
