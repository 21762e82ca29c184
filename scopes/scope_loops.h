/* scope_loops.h: finds the natural loops of a control-flow graph and their nesting.
 *
 * An edge is a back edge if its target dominates its source. The loop of a header is the header and all nodes from
 * which a back edge to it is reachable without passing it (Aho, Sethi, Ullman: Compilers, section 10.4); back edges
 * to the same header make one loop. Cycles with several entries have no header and are no loops.
 *
 * Nodes that are not reachable from the entry are code with unknown jumps to it, for example handlers of exceptions.
 * They are taken as entered from outside, in the order of their numbers, and do not affect other nodes' dominators: a
 * handler that continues within a loop is in that loop and does not break it.
 *
 * An edge can be weak: the edge after a call, which is not taken if the call never returns. Weak edges make nodes
 * reachable that are not so otherwise, and form loops, but do not affect dominance further.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCOPE_NONE 0xffffffffu

typedef struct {
  uint32_t from, to;
  bool weak; /* the call between the two may not return */
} scope_edge;

typedef struct {
  uint32_t header; /* node */
  uint32_t parent; /* number of the enclosing loop, which is smaller than its own; SCOPE_NONE: none */
} scope_loop;

typedef struct {
  uint32_t *dominators; /* dominators of each node: its immediate dominator; its own number if it has none */
  uint32_t *loop_of;    /* loop of each node: number of the innermost loop that contains it; SCOPE_NONE: none */
  scope_loop *loops;
  uint32_t n_loops;
} scope_loops;

/* Finds the loops among nodes 0 .. n - 1. Results are one block, which scope_loops_clear() frees. */
void scope_loops_find(scope_loops *loops, uint32_t n, uint32_t entry, const scope_edge *edges, uint32_t n_edges);
void scope_loops_clear(scope_loops *loops);
