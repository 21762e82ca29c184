/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_strides.h: how far each instruction of a function goes from one time to the next, and from what was referred
 * to before it, as far as its machine code tells. */
#pragma once

#include "ui/uses/ui_uses_shape.h"

enum { UI_STRIDE_NONE = G_MAXUINT32 };

/* Of an instruction's first operand in memory. Bytes; UI_STRIDE_NONE: not known. */
typedef struct {
  guint32 stride; /* from one round of the innermost loop around it to the next: 0 if it goes to the same place */
  guint32 span;   /* of the places that it goes to in all rounds, from the first to the last */
  guint32 near;   /* to the nearest place that was referred to on all ways to it, by the same pointer */
} UiStride;

/* By number of instruction. Owned by the caller (g_free()). */
UiStride *ui_strides_new(const UiShape *shape);
