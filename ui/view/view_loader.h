/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_loader.h: recognizes the code and the data of the dynamic linker. */
#pragma once

#include "ui/view/view.h"

/* Returns whether the object file at `path` is the dynamic linker. */
bool view_loader_is(const char *path);

/* Returns whether the item with this rank belongs to the dynamic linker, because it consists of its functions, its
 * variables, or memory that it allocated. An item that the user named never belongs to it. */
bool view_loader_has(const View *view, ViewAxisKind axis, uint32_t rank);
