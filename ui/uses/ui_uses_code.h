/* ui_uses_code.h: the uses of a function, from its machine code and debug information.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_CODE_H
#define UI_USES_CODE_H

#include "ui/uses/ui_uses_maker.h"
#include "ui/uses/ui_uses_registers.h"

/* The uses of a function that is called, and of each that is inlined there, of itself alone: UiUsesFunction, by number
 * of UiPlaces.scopes. `places` and `shape` are the function's. Owned by the caller, with what is in it. */
GPtrArray *ui_code_read(const UiCodeObject *object, const UiPlaces *places, const UiShape *shape);

#endif
