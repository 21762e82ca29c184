/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_image.h: the machine code of an object, and the functions that it calls. */
#pragma once

#include "ui/names/ui_module.h"
#include "ui/uses/ui_uses_decode.h"

typedef struct UiImage UiImage;

/* Reads the sections of a module, which must outlive the result. Free it with ui_image_free(), which accepts NULL. */
UiImage *ui_image_new(UiModule *module);
void ui_image_free(UiImage *image);

/* Returns why the object's code cannot be read; NULL: it can be. */
const char *ui_image_problem(const UiImage *image);

/* Returns the code from a link-time address on, *n bytes; NULL: none. Owned by the object. */
const guint8 *ui_image_code(const UiImage *image, guint64 address, gsize *n);

/* Returns the symbol whose address the loader stores at a link-time address; NULL: none. */
const char *ui_image_slot(const UiImage *image, guint64 address);

/* Whether the address is in constant data. */
bool ui_image_is_constant(const UiImage *image, guint64 address);

/* Returns the name of the function that an instruction calls, from debug information or symbols; NULL: unknown. */
const char *ui_image_callee(UiImage *image, const UiInstruction *call);

/* Converts an offset from the thread pointer to one in the object's thread-local segment. */
gint64 ui_image_thread_offset(const UiImage *image, gint64 offset);
