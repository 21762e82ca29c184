/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_shape.h: the instructions of a function, and how they follow each other. */
#pragma once

#include "ui/uses/ui_uses.h"
#include "ui/uses/ui_uses_flow.h"
#include "ui/uses/ui_uses_image.h"

struct UiShape {
  GArray *instructions; /* UiInstruction, by address; at least one */
  UiFlow *flow;
  guint32 entry; /* number of the instruction at the function's entry */
};

/* Reads the code of a called function, in all its address ranges. NULL: it has no code. Free the result with
 * ui_shape_free(), which accepts NULL. */
UiShape *ui_shape_new(const UiImage *image, Dwarf_Die *function);

/* As ui_shape_new(), but for a function without debug information: n bytes from the address of its symbol on. */
UiShape *ui_shape_of_symbol(const UiImage *image, guint64 address, guint64 n);

void ui_shape_free(UiShape *shape);

/* Returns the estimated relative frequency of the edge from `before` to a block: 1 for most edges; the edges back to
 * the head of a loop share a fixed number of iterations. */
double ui_shape_weight(const UiShape *shape, guint32 block, guint32 before);

/* See ui_uses_before(). */
guint ui_shape_before(const UiShape *shape, guint64 address, guint far, guint n, UiUsesBefore *before);
