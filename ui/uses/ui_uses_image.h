/* ui_uses_image.h: the machine code of an object, and what it calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_IMAGE_H
#define UI_USES_IMAGE_H

#include "ui/names/ui_module.h"
#include "ui/uses/ui_uses_decode.h"

typedef struct UiImage UiImage;

/* The module must outlive it. Free it with ui_image_free(). */
UiImage *ui_image_new(UiModule *module);
void ui_image_free(UiImage *image); /* NULL is allowed */

/* Why its code cannot be read, in a few words; NULL: it can. */
const char *ui_image_problem(const UiImage *image);

/* Code from a link-time address on, *n bytes; NULL: there is none. It belongs to the object. */
const guint8 *ui_image_code(const UiImage *image, guint64 address, gsize *n);

/* The symbol whose address the loader stores at a link-time address; NULL: none. */
const char *ui_image_slot(const UiImage *image, guint64 address);

/* Is the address one of data that the program does not change? */
bool ui_image_is_constant(const UiImage *image, guint64 address);

/* The function that an instruction calls, as its debug information or its symbol names it; NULL: not known. */
const char *ui_image_callee(UiImage *image, const UiInstruction *call);

/* An offset from the thread pointer as one in the object's thread-local segment. */
gint64 ui_image_thread_offset(const UiImage *image, gint64 offset);

#endif
