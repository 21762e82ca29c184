/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_frequencies.h: estimates edge frequencies of a function's control flow from the execution counts of its code. */
#pragma once

#include "ui/uses/uses_shape.h"

typedef struct {
  double *blocks; /* number of executions, by block of the shape */
  double entered; /* calls of the function */
  GArray *ways;   /* double: the frequency of each edge into a block, by block, and then in the order of
                     UsesFlowBlock.before */
  guint *first;   /* indexed by block: index of its first edge in `ways` */
} AttrFrequencies;

/* Groups of instructions. A group is a line or a single instruction. For each group, the total number of executions of
 * its instructions is known. */
typedef struct {
  const guint32 *of; /* indexed by instruction of the shape: the group of the instruction; USES_FLOW_NONE: it has
                        none */
  const double *ran; /* indexed by group: sum of the executions of the group's instructions */
  guint n;
} AttrRanGroups;

/* Estimates the frequencies of edges and blocks from the counts of groups. Assumes a few rounds for a loop without
 * counts. Free the result with attr_frequencies_free(). */
AttrFrequencies *attr_frequencies_new(const UsesShape *shape, const AttrRanGroups *groups);
void attr_frequencies_free(AttrFrequencies *frequencies);

/* Returns a pointer to the frequency of edge number `i` into a block. The caller can change the frequency. */
double *attr_frequencies_way(const AttrFrequencies *frequencies, guint32 block, guint i);
