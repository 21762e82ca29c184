/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_frequencies.h: estimates edge frequencies of a function's control flow from the execution counts of its code. */
#pragma once

#include "ui/uses/ui_uses_shape.h"

typedef struct {
  double *blocks; /* by block of the shape: executions */
  double entered; /* calls of the function */
  GArray *ways;   /* double: frequency of an edge into a block, by block, then in the order of UiFlowBlock.before */
  guint *first;   /* by block: index of its first edge in `ways` */
} UiFrequencies;

/* Groups of instructions, as a line or a single one, with known total executions. */
typedef struct {
  const guint32 *of; /* by instruction of the shape: its group; UI_FLOW_NONE: none */
  const double *ran; /* by group: executions of all instructions */
  guint n;
} UiRanGroups;

/* Estimates the frequencies. Unknown ones are fitted; a loop without counts has a few rounds. Free the result with
 * ui_frequencies_free(). */
UiFrequencies *ui_frequencies_new(const UiShape *shape, const UiRanGroups *groups);
void ui_frequencies_free(UiFrequencies *frequencies);

/* The frequency of edge number `i` into a block, to be read or changed. */
double *ui_frequencies_way(const UiFrequencies *frequencies, guint32 block, guint i);
