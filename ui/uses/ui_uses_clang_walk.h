/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_walk.h: the uses of a function, from its source. */
#pragma once

#include "ui/uses/ui_uses.h"
#include "ui/uses/ui_uses_clang_unit.h"

/* Reads the function. The caller frees the result with ui_uses_function_free(). `file`: what the function's file is
 * called in it. */
UiUsesFunction *ui_clang_walk(const UiClangUnit *unit, const UiClangFunction *function, const char *file);
