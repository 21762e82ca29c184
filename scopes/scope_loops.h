/* scope_loops.h: the natural loops of a control-flow graph, and how they are nested.
 *
 * An edge is a back edge if its target dominates its source. The loop of a header is the header and all nodes from
 * which a back edge to it can be reached without passing it (Aho, Sethi, Ullman: Compilers, section 10.4); back edges
 * to the same header make one loop. Cycles that can be entered at several places have no header and are no loops.
 *
 * Nodes that cannot be reached from the entry are code that is jumped to in ways that the graph does not know: handlers
 * of exceptions, for one. They are taken as entered from outside, in the order of their numbers, and what they do to
 * other nodes' dominators is left out: a handler that goes on within a loop makes it no less a loop, and is in it.
 *
 * An edge may be weak: that behind a call, which is not taken if the call never returns. Weak edges make nodes
 * reachable that are not so otherwise, and make loops, but have no say in dominance beyond that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SCOPES_SCOPE_LOOPS_H
#define SCOPES_SCOPE_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#define SCOPE_NONE 0xffffffffu

typedef struct {
  uint32_t from, to;
  bool weak; /* what is called between may not return */
} scope_edge;

typedef struct {
  uint32_t header; /* node */
  uint32_t parent; /* number of the loop around it, which is smaller than its own; SCOPE_NONE: none */
} scope_loop;

typedef struct {
  uint32_t *dominators; /* of each node: its immediate dominator; its own number if nothing dominates it */
  uint32_t *loop_of;    /* of each node: number of the innermost loop that it is in; SCOPE_NONE: none */
  scope_loop *loops;
  uint32_t n_loops;
} scope_loops;

/* Finds the loops among nodes 0 .. n - 1. All results are in one block, which scope_loops_clear() frees. */
void scope_loops_find(scope_loops *loops, uint32_t n, uint32_t entry, const scope_edge *edges, uint32_t n_edges);
void scope_loops_clear(scope_loops *loops);

#endif
