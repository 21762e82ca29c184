/* ui_uses_clang_expression.h: what expressions of C and C++ read and write.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_CLANG_EXPRESSION_H
#define UI_USES_CLANG_EXPRESSION_H

#include "ui/uses/ui_uses_clang_state.h"

/* What is done with what an expression names. Only to take its address is none. */
enum { UI_CLANG_ADDRESS = 0, UI_CLANG_READ = 1, UI_CLANG_WRITE = 2 };

/* Notes what an expression reads and writes, and what is done with itself. */
void ui_clang_expression(UiClangState *state, CXCursor expression, unsigned use);

/* The same for the declaration of a variable with a value. */
void ui_clang_declaration(UiClangState *state, CXCursor variable);

/* The same for a field that a constructor gives a value, before its body. */
void ui_clang_field(UiClangState *state, CXCursor member, CXCursor start);

/* The same for the range of a C++ loop, and the variable that goes through it. */
void ui_clang_range(UiClangState *state, CXCursor range, CXCursor variable);

#endif
