/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_shape.h: the instructions of a function, and how they follow each other. */
#pragma once

#include "ui/uses/ui_uses.h"
#include "ui/uses/ui_uses_flow.h"
#include "ui/uses/ui_uses_image.h"

struct UiShape {
  GArray *instructions; /* UiInstruction, by address; at least one */
  UiFlow *flow;
  guint32 entry; /* instruction that calls lead to */
};

/* Reads the code of a function that was called, in all its pieces. NULL: there is none. Free it with ui_shape_free().
 */
UiShape *ui_shape_new(const UiImage *image, Dwarf_Die *function);

/* The same of code of which only the symbol is known: n bytes from its address on. */
UiShape *ui_shape_of_symbol(const UiImage *image, guint64 address, guint64 n);

void ui_shape_free(UiShape *shape); /* NULL is allowed */

/* How often control comes to a block from one of those before it, as far as the shape tells: for one time into a loop,
 * some rounds. */
double ui_shape_weight(const UiShape *shape, guint32 block, guint32 before);

/* See ui_uses_before(). */
guint ui_shape_before(const UiShape *shape, guint64 address, guint far, guint n, UiUsesBefore *before);
