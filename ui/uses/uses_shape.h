/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_shape.h: reads the instructions of a function, and their control flow. */
#pragma once

#include "ui/uses/uses.h"
#include "ui/uses/uses_flow.h"
#include "ui/uses/uses_image.h"

struct UsesShape {
  GArray *instructions; /* UsesMachineInstruction, sorted by address; there is at least one */
  UsesFlow *flow;
  guint32 entry; /* number of the instruction at which the function is entered */
};

/* Reads the code of a called function in all its address ranges. Returns NULL if the function has no code. Free the
 * result with uses_shape_free(), which accepts NULL. */
UsesShape *uses_shape_new(const UsesImage *image, Dwarf_Die *function);

/* As uses_shape_new(), but for a function without debug information. Reads n bytes from the address of the function's
 * symbol on. */
UsesShape *uses_shape_of_symbol(const UsesImage *image, guint64 address, guint64 n);

void uses_shape_free(UsesShape *shape);

/* Returns the estimated relative frequency of the edge from `before` to a block. For most edges, it is 1. A loop is
 * assumed to have a fixed number of iterations, which its edges back to the head share. */
double uses_shape_weight(const UsesShape *shape, guint32 block, guint32 before);

/* See uses_before(). */
guint uses_shape_before(const UsesShape *shape, guint64 address, guint far, guint n, UsesBefore *before);
