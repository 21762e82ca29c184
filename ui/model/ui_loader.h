/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_loader.h: code and data of the dynamic linker. */
#pragma once

#include "ui/model/ui_view.h"

/* Returns whether the object at `path` is the dynamic linker. */
bool ui_loader_is(const char *path);

/* Returns whether the item of that rank belongs to the dynamic linker: its functions, its variables, memory that it
 * allocated. An item that the user named does not. */
bool ui_loader_has(const UiView *view, UiAxisKind axis, uint32_t rank);
