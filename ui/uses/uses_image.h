/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_image.h: the machine code of an object, and the functions that it calls. */
#pragma once

#include "ui/names/name_module.h"
#include "ui/uses/uses_decode.h"

typedef struct UsesImage UsesImage;

/* Reads the sections of a module, which must outlive the result. Free it with uses_image_free(), which accepts NULL. */
UsesImage *uses_image_new(NameModule *module);
void uses_image_free(UsesImage *image);

/* Returns why the object's code cannot be read; NULL: it can be. */
const char *uses_image_problem(const UsesImage *image);

/* Returns the code from a link-time address on, *n bytes; NULL: none. Owned by the object. */
const guint8 *uses_image_code(const UsesImage *image, guint64 address, gsize *n);

/* Returns the symbol whose address the loader stores at a link-time address; NULL: none. */
const char *uses_image_slot(const UsesImage *image, guint64 address);

/* Returns whether the address is in constant data. */
bool uses_image_is_constant(const UsesImage *image, guint64 address);

/* Returns the name of the function that an instruction calls, from debug information or symbols; NULL: unknown. */
const char *uses_image_callee(UsesImage *image, const UsesMachineInstruction *call);

/* Converts an offset from the thread pointer to one in the object's thread-local segment. */
gint64 uses_image_thread_offset(const UsesImage *image, gint64 offset);
