/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_image.h: reads the machine code of an object, and the functions that the code calls. */
#pragma once

#include "ui/names/name_module.h"
#include "ui/uses/uses_decode.h"

typedef struct UsesImage UsesImage;

/* Reads the sections of a module. The module must outlive the result. Free it with uses_image_free(), which accepts
 * NULL. */
UsesImage *uses_image_new(NameModule *module);
void uses_image_free(UsesImage *image);

/* Returns the reason why the code of the object cannot be read, or NULL if it can be read. */
const char *uses_image_problem(const UsesImage *image);

/* Returns the code from a link-time address on, and sets *n to its size in bytes. Returns NULL if there is no code. The
 * object owns the code. */
const guint8 *uses_image_code(const UsesImage *image, guint64 address, gsize *n);

/* Returns the name of the symbol whose address the loader stores at a link-time address, or NULL if there is none. */
const char *uses_image_slot(const UsesImage *image, guint64 address);

/* Returns whether an address is in constant data. */
bool uses_image_is_constant(const UsesImage *image, guint64 address);

/* Returns the name of the function that an instruction calls, from debug information or symbols, or NULL if it is
 * unknown. */
const char *uses_image_callee(UsesImage *image, const UsesMachineInstruction *call);

/* Converts an offset from the thread pointer to an offset in the thread-local segment of the object. */
gint64 uses_image_thread_offset(const UsesImage *image, gint64 offset);
