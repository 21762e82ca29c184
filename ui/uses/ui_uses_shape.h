/* ui_uses_shape.h: the instructions of a function, and how they follow each other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_SHAPE_H
#define UI_USES_SHAPE_H

#include "ui/uses/ui_uses.h"
#include "ui/uses/ui_uses_flow.h"
#include "ui/uses/ui_uses_image.h"

typedef struct {
  GArray *instructions; /* UiInstruction, by address */
  UiFlow *flow;
} UiShape;

/* Reads the code of a function that was called, in all its pieces. NULL: there is none. Free it with ui_shape_free().
 */
UiShape *ui_shape_new(const UiImage *image, Dwarf_Die *function);
void ui_shape_free(UiShape *shape); /* NULL is allowed */

/* See ui_uses_before(). */
guint ui_shape_before(const UiShape *shape, guint64 address, guint far, guint n, UiUsesBefore *before);

#endif
