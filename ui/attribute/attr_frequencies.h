/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_frequencies.h: estimates edge frequencies of a function's control flow from the execution counts of its code. */
#pragma once

#include "ui/uses/uses_shape.h"

typedef struct {
  double *blocks; /* by block of the shape: executions */
  double entered; /* calls of the function */
  GArray *ways;   /* double: frequency of an edge into a block, by block, then in the order of UsesFlowBlock.before */
  guint *first;   /* by block: index of its first edge in `ways` */
} AttrFrequencies;

/* Groups of instructions, as a line or a single one, with known total executions. */
typedef struct {
  const guint32 *of; /* by instruction of the shape: its group; USES_FLOW_NONE: none */
  const double *ran; /* by group: executions of all instructions */
  guint n;
} AttrRanGroups;

/* Estimates the frequencies. Unknown ones are fitted; a loop without counts has a few rounds. Free the result with
 * attr_frequencies_free(). */
AttrFrequencies *attr_frequencies_new(const UsesShape *shape, const AttrRanGroups *groups);
void attr_frequencies_free(AttrFrequencies *frequencies);

/* Returns the frequency of edge number `i` into a block, to be read or changed. */
double *attr_frequencies_way(const AttrFrequencies *frequencies, guint32 block, guint i);
