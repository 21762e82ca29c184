/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_code.h: reads the uses of a function from its machine code and debug information. */
#pragma once

#include "ui/uses/uses_maker.h"
#include "ui/uses/uses_registers.h"

/* Returns the uses of a called function and of each function that was inlined into it, as an array of UsesFunction with
 * the indices of UsesPlaces.scopes. places, shape: those of the called function. The caller owns the array and its
 * elements. */
GPtrArray *uses_code_read(const UsesCodeObject *object, const UsesPlaces *places, const UsesShape *shape);
