/* scope_loops.h: finds the natural loops of a control-flow graph and their nesting.
 *
 * An edge is a back edge if its target dominates its source. The loop of a header consists of the header and all nodes
 * from which a back edge to the header is reachable without passing the header (Aho, Sethi, Ullman: Compilers, section
 * 10.4); back edges to the same header make one loop. Cycles with several entries have no header and are no loops.
 *
 * Nodes that are not reachable from the entry are code to which the jumps are unknown, for example handlers of
 * exceptions. They count as entered from outside, in the order of their numbers, and do not affect the dominators of
 * other nodes. So a handler that continues within a loop is in that loop, and does not break it.
 *
 * An edge can be weak: the edge after a call, which is not taken if the call never returns. Weak edges make nodes
 * reachable that no other edges reach, and form loops. They do not affect dominance in other ways.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCOPE_NONE 0xffffffffu

typedef struct {
  uint32_t from, to;
  bool weak; /* the edge is after a call that possibly never returns */
} scope_edge;

typedef struct {
  uint32_t header; /* number of the node that is the header */
  uint32_t parent; /* number of the enclosing loop, which is smaller than the loop's own number; SCOPE_NONE: none */
} scope_loop;

typedef struct {
  uint32_t *dominators; /* by node: its immediate dominator, or its own number if it has none */
  uint32_t *loop_of;    /* by node: number of the innermost loop that contains it; SCOPE_NONE: none */
  scope_loop *loops;
  uint32_t n_loops;
} scope_loops;

/* Finds the loops among nodes 0 .. n - 1. The results are one block, which scope_loops_clear() frees. */
void scope_loops_find(scope_loops *loops, uint32_t n, uint32_t entry, const scope_edge *edges, uint32_t n_edges);
void scope_loops_clear(scope_loops *loops);
