/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_walk.h: reads the uses of a function from its source. */
#pragma once

#include "ui/uses/uses.h"
#include "ui/uses/uses_clang_unit.h"

/* Reads the uses of a function. file: the path of the source file, which is stored in the result. The caller frees the
 * result with uses_function_free(). */
UsesFunction *uses_clang_walk_function(const UsesClangUnit *unit, const UsesClangFunction *function, const char *file);
