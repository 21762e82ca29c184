/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_expression.h: finds the reads and writes of expressions in C and C++. */
#pragma once

#include "ui/uses/uses_clang_state.h"

/* The ways in which an expression uses its object. Taking the address of the object is not an access. */
enum { USES_CLANG_ADDRESS = 0, USES_CLANG_READ = 1, USES_CLANG_WRITE = 2 };

/* Records the accesses of an expression. use: how the object of the expression is used, as bits. */
void uses_clang_add_expression(UsesClangState *state, CXCursor expression, unsigned use);

/* As uses_clang_add_expression(), for the declaration of a variable with a value. */
void uses_clang_declaration(UsesClangState *state, CXCursor variable);

/* As uses_clang_add_expression(), for a member initializer of a constructor. */
void uses_clang_field(UsesClangState *state, CXCursor member, CXCursor start);

/* As uses_clang_add_expression(), for the range of a C++ loop and its variable. */
void uses_clang_range(UsesClangState *state, CXCursor range, CXCursor variable);
