/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_expression.h: finds the reads and writes of expressions in C and C++. */
#pragma once

#include "ui/uses/ui_uses_clang_state.h"

/* The use of the object of an expression. Taking its address is no access. */
enum { UI_CLANG_ADDRESS = 0, UI_CLANG_READ = 1, UI_CLANG_WRITE = 2 };

/* Records the accesses of an expression. use: bits of the use of its object. */
void ui_clang_expression(UiClangState *state, CXCursor expression, unsigned use);

/* As ui_clang_expression(), for the declaration of a variable with a value. */
void ui_clang_declaration(UiClangState *state, CXCursor variable);

/* As ui_clang_expression(), for a member initializer of a constructor. */
void ui_clang_field(UiClangState *state, CXCursor member, CXCursor start);

/* As ui_clang_expression(), for the range of a C++ loop and its variable. */
void ui_clang_range(UiClangState *state, CXCursor range, CXCursor variable);
