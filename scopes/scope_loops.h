/* scope_loops.h: finds the natural loops of a control-flow graph and their nesting.
 *
 * An edge is a back edge if its target dominates its source. The loop of a header consists of the header and all nodes
 * from which a back edge to the header is reachable without passing the header (Aho, Sethi, Ullman: Compilers, section
 * 10.4). All back edges to the same header belong to one loop. Cycles with several entries have no header, so they are
 * not loops.
 *
 * If a node is not reachable from the entry, the jumps to its code are not known, for example because it is an
 * exception handler. Such nodes are treated as further entries, in the order of their numbers, and do not affect the
 * dominators of other nodes. So a handler that continues within a loop belongs to this loop, and the loop is still
 * found.
 *
 * The edge after a call is weak, since it is not taken if the call never returns. A weak edge can make nodes reachable
 * that no other edge reaches, and can be part of a loop. Weak edges do not affect dominance in other ways.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCOPE_NONE 0xffffffffu

typedef struct {
  uint32_t from, to;
  bool weak; /* whether the edge follows a call that possibly never returns */
} scope_edge;

typedef struct {
  uint32_t header; /* number of the loop's header node */
  /* number of the enclosing loop, which is smaller than this loop's number; SCOPE_NONE: there is none */
  uint32_t parent;
} scope_loop;

typedef struct {
  uint32_t *dominators; /* indexed by node: the immediate dominator of the node, or the node's own number if it has
                           none */
  /* indexed by node: the number of the innermost loop that contains it; SCOPE_NONE: no loop contains it */
  uint32_t *loop_of;
  scope_loop *loops;
  uint32_t n_loops;
} scope_loops;

/* Finds the loops among the nodes 0 .. n - 1. All results are in one allocated block, which scope_loops_clear()
 * frees. */
void scope_loops_find(scope_loops *loops, uint32_t n, uint32_t entry, const scope_edge *edges, uint32_t n_edges);
void scope_loops_clear(scope_loops *loops);
