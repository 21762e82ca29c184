/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_strides.h: derives the strides of a function's memory references, and their distances from earlier
 * references, from its machine code. */
#pragma once

#include "ui/uses/uses_shape.h"

enum { USES_STRIDE_NONE = G_MAXUINT32 };

/* Distances, in bytes, for the first memory operand of an instruction; USES_STRIDE_NONE: unknown. */
typedef struct {
  /* distance between the addresses in two successive iterations of the innermost loop that contains the instruction; 0:
   * the same address */
  guint32 stride;
  guint32 span; /* distance between the lowest and the highest address in all iterations of that loop */
  /* distance to the nearest address to which the same pointer has referred on every path to the instruction */
  guint32 near;
} UsesStride;

/* Returns the strides of all instructions, by number of the instruction. Free the result with g_free(). */
UsesStride *uses_strides_new(const UsesShape *shape);
