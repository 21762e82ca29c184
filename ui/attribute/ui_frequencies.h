/* ui_frequencies.h: how often control took each way through a function, from how often its code ran.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_FREQUENCIES_H
#define UI_ATTRIBUTE_FREQUENCIES_H

#include "ui/uses/ui_uses_shape.h"

typedef struct {
  double *blocks; /* times that a block of the shape ran */
  double entered; /* times that the function was called */
  GArray *ways;   /* double: times that control came to a block from one before it, by block, then as in
                     UiFlowBlock.before */
  guint *first;   /* of a block's ways */
} UiFrequencies;

/* Instructions of which it is known how often they ran in all: a line, or a single one. */
typedef struct {
  const guint32 *of; /* group of an instruction of the shape; UI_FLOW_NONE: none */
  const double *ran; /* times of all of a group */
  guint n;
} UiRanGroups;

/* What is not known is what fits best, and a loop has some rounds. Free it with ui_frequencies_free(). */
UiFrequencies *ui_frequencies_new(const UiShape *shape, const UiRanGroups *groups);
void ui_frequencies_free(UiFrequencies *frequencies);

/* The times of way number `i` into a block, to be read or changed. */
double *ui_frequencies_way(const UiFrequencies *frequencies, guint32 block, guint i);

#endif
