/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_strides.h: derives the strides of a function's memory references, and their distances from earlier
 * references, from its machine code. */
#pragma once

#include "ui/uses/uses_shape.h"

enum { USES_STRIDE_NONE = G_MAXUINT32 };

/* Distances of an instruction's first memory operand, in bytes; USES_STRIDE_NONE: unknown. */
typedef struct {
  guint32 stride; /* between two iterations of the innermost loop around it; 0: the same address */
  guint32 span;   /* between the lowest and the highest address in all iterations of that loop */
  guint32 near;   /* to the nearest address that the same pointer has referred to on every path to the instruction */
} UsesStride;

/* Returns the strides of all instructions, by number of the instruction. Free the result with g_free(). */
UsesStride *uses_strides_new(const UsesShape *shape);
