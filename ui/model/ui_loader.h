/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_loader.h: which code and data are the dynamic linker's. */
#ifndef UI_MODEL_LOADER_H
#define UI_MODEL_LOADER_H

#include "ui/model/ui_view.h"

/* Is the object at `path` the dynamic linker? */
bool ui_loader_is(const char *path);

/* Is all of the item of that rank the dynamic linker's: its functions, its variables, the memory that it allocated? An
 * item that the user named is not. */
bool ui_loader_has(const UiView *view, UiAxisKind axis, uint32_t rank);

#endif
