/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_walk.h: reads the uses of a function from its source. */
#pragma once

#include "ui/uses/ui_uses.h"
#include "ui/uses/ui_uses_clang_unit.h"

/* Reads the uses of a function. file: the path of its source file, for the result. The caller frees the result with
 * ui_uses_function_free(). */
UiUsesFunction *ui_clang_walk(const UiClangUnit *unit, const UiClangFunction *function, const char *file);
