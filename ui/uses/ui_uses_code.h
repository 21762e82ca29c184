/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_code.h: reads the uses of a function from its machine code and debug information. */
#pragma once

#include "ui/uses/ui_uses_maker.h"
#include "ui/uses/ui_uses_registers.h"

/* Returns the uses of a called function and of each function inlined in it (UiUsesFunction), by index of
 * UiPlaces.scopes. places, shape: those of the called function. The caller owns the array and its elements. */
GPtrArray *ui_code_read(const UiCodeObject *object, const UiPlaces *places, const UiShape *shape);
