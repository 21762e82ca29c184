/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_loader.h: code and data of the dynamic linker. */
#pragma once

#include "ui/view/view.h"

/* Returns whether the object at `path` is the dynamic linker. */
bool view_loader_is(const char *path);

/* Returns whether the item of that rank belongs to the dynamic linker: its functions, its variables, or memory that it
 * allocated. An item that the user named does not belong to it. */
bool view_loader_has(const View *view, ViewAxisKind axis, uint32_t rank);
