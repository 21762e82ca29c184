/* scope_loops.c: see scope_loops.h.
 *
 * Dominators: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001). Loops: each loop is collapsed into
 * its header, from the last header in reverse postorder to the first one (Tarjan, "Testing flow graph reducibility",
 * 1974). So the time is nearly proportional to the number of edges.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "scopes/scope_loops.h"

#include "plat/plat.h"

/* The neighbours of all nodes. Those of node i are the elements first[i] to first[i + 1] - 1 of `nodes`. The top bit of
 * a neighbour is set if the edge to it is weak. */
typedef struct {
  uint32_t *nodes, *first;
} neighbours;

#define WEAK 0x80000000u
static uint32_t node_of(uint32_t neighbour) { return neighbour & ~WEAK; }

typedef struct {
  uint32_t n;
  neighbours successors, predecessors;
  uint32_t *order; /* all nodes: the nodes of each region in reverse postorder, one region after the other */
  uint32_t *rank;  /* indexed by node: index of the node in `order` */
  /* indexed by node: the number of its region: 1 if the node is reachable from the entry; 2 if it is reachable from the
   * first node that is not in region 1; and so on */
  uint32_t *region;
  uint32_t *stack, *next_edge; /* scratch arrays for walks of the graph */
  uint32_t *inside;            /* indexed by node: the header into which it was collapsed, or its own number */
} graph;

enum { GRAPH_ARRAYS = 7 }; /* number of the arrays that have n + 1 elements */

/* Sorts edges by the node at one end: by their start if by_from, else by their target. */
static void sort_edges(uint32_t n, const scope_edge *edges, uint32_t n_edges, bool by_from, neighbours *to) {
  uint32_t *first = to->first;
  for (uint32_t i = 0; i < n_edges; i++) first[(by_from ? edges[i].from : edges[i].to) + 1]++;
  for (uint32_t i = 0; i < n; i++) first[i + 1] += first[i];
  for (uint32_t i = n_edges; i-- > 0;) { /* decrements first[x + 1] down to the start of x; the indices are corrected
                                            below */
    const uint32_t at = by_from ? edges[i].from : edges[i].to;
    to->nodes[--first[at + 1]] = (by_from ? edges[i].to : edges[i].from) | (edges[i].weak ? WEAK : 0);
  }
  for (uint32_t i = 0; i < n; i++) first[i] = first[i + 1];
  first[n] = n_edges;
}

/* Clears the flag "weak" of the edge from `of` to `node`, in one of the lists. */
static void strengthen(neighbours *list, uint32_t of, uint32_t node) {
  for (uint32_t i = list->first[of]; i < list->first[of + 1]; i++)
    if (list->nodes[i] == (node | WEAK)) list->nodes[i] = node;
}

/* Marks the nodes that are reachable from a node through edges that are not weak. */
static void reach(graph *g, uint32_t root) {
  uint32_t depth = 0;
  g->stack[depth++] = root;
  g->region[root] = 1;
  while (depth != 0) {
    const uint32_t node = g->stack[--depth];
    for (uint32_t i = g->successors.first[node]; i < g->successors.first[node + 1]; i++) {
      const uint32_t next = g->successors.nodes[i];
      if ((next & WEAK) != 0 || g->region[next] != 0) continue;
      g->region[next] = 1;
      g->stack[depth++] = next;
    }
  }
}

/* Makes a weak edge strong if some nodes are reachable from the entry only through it. */
static void settle_weak(graph *g, uint32_t entry) {
  reach(g, entry);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t node = 0; node < g->n; node++) {
      for (uint32_t i = g->successors.first[node]; i < g->successors.first[node + 1]; i++) {
        const uint32_t next = node_of(g->successors.nodes[i]);
        if (g->region[node] == 0 || g->region[next] != 0) continue;
        strengthen(&g->successors, node, next);
        strengthen(&g->predecessors, next, node);
        reach(g, next);
        changed = true;
      }
    }
  }
  for (uint32_t node = 0; node < g->n; node++) g->region[node] = 0;
}

/* Stores the nodes that are reachable from `root` and do not yet belong to a region at the end of order[0 .. to).
 * Returns the index of the first of them. */
static uint32_t walk(graph *g, uint32_t root, uint32_t region, uint32_t to) {
  uint32_t depth = 0;
  g->stack[depth++] = root;
  g->region[root] = region;
  while (depth != 0) {
    const uint32_t node = g->stack[depth - 1];
    if (g->next_edge[node] == g->successors.first[node + 1]) {
      depth--;
      g->order[--to] = node;
      continue;
    }
    const uint32_t next = g->successors.nodes[g->next_edge[node]++];
    if ((next & WEAK) != 0 || g->region[next] != 0) continue;
    g->region[next] = region;
    g->stack[depth++] = next;
  }
  return to;
}

/* Orders nodes by region. */
static void put_in_order(graph *g, uint32_t entry) {
  uint32_t done = 0, regions = 0;
  for (uint32_t i = 0; i < g->n; i++) g->next_edge[i] = g->successors.first[i];
  for (uint32_t i = 0; i <= g->n; i++) {
    const uint32_t root = i == 0 ? entry : i - 1;
    if (g->region[root] != 0) continue;
    const uint32_t begin = walk(g, root, ++regions, g->n);
    for (uint32_t j = begin; j < g->n; j++) g->order[done++] = g->order[j];
  }
  for (uint32_t i = 0; i < g->n; i++) g->rank[g->order[i]] = i;
}

static uint32_t common_dominator(const graph *g, const uint32_t *dominators, uint32_t a, uint32_t b) {
  while (a != b) {
    while (g->rank[a] > g->rank[b]) a = dominators[a];
    while (g->rank[b] > g->rank[a]) b = dominators[b];
  }
  return a;
}

/* Computes the immediate dominator of a node from the current dominators of its predecessors in the same region.
 * Returns the dominator. */
static uint32_t dominator_of(const graph *g, const uint32_t *dominators, uint32_t node) {
  uint32_t common = SCOPE_NONE;
  for (uint32_t i = g->predecessors.first[node]; i < g->predecessors.first[node + 1]; i++) {
    const uint32_t p = g->predecessors.nodes[i];
    if ((p & WEAK) != 0 || g->region[p] != g->region[node] || dominators[p] == SCOPE_NONE) continue;
    common = common == SCOPE_NONE ? p : common_dominator(g, dominators, common, p);
  }
  return common;
}

static void find_dominators(const graph *g, uint32_t *dominators) {
  for (uint32_t i = 0; i < g->n; i++) {
    const uint32_t node = g->order[i];
    const bool is_root = i == 0 || g->region[node] != g->region[g->order[i - 1]];
    dominators[node] = is_root ? node : SCOPE_NONE;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < g->n; i++) {
      const uint32_t node = g->order[i];
      if (dominators[node] == node) continue;
      const uint32_t dominator = dominator_of(g, dominators, node);
      if (dominator == dominators[node]) continue;
      dominators[node] = dominator;
      changed = true;
    }
  }
}

/* Returns whether a dominates b. A dominator is before the nodes that it dominates in `order`, so the walk up from b
 * can stop at the rank of a. */
static bool dominates(const graph *g, const uint32_t *dominators, uint32_t a, uint32_t b) {
  while (g->rank[b] > g->rank[a]) {
    if (dominators[b] == b) return false;
    b = dominators[b];
  }
  return a == b;
}

/* Returns the header of the outermost loop, among the loops found so far, that contains a node. If no loop contains the
 * node, returns the node itself. */
static uint32_t outermost(graph *g, uint32_t node) {
  uint32_t top = node;
  while (g->inside[top] != top) top = g->inside[top];
  while (g->inside[node] != top) {
    const uint32_t next = g->inside[node];
    g->inside[node] = top;
    node = next;
  }
  return top;
}

/* Puts a node into the loop of `header`. If the node is itself the header of a loop, that loop becomes an inner
 * loop. */
static void join(graph *g, scope_loops *found, uint32_t node, uint32_t header, uint32_t loop) {
  const uint32_t own = found->loop_of[node];
  g->inside[node] = header;
  if (own == SCOPE_NONE)
    found->loop_of[node] = loop;
  else
    found->loops[own].parent = loop;
}

/* Returns whether a node can be in the loop of a header. It can if the header dominates the node, or if no path from
 * the entry to the node is known. */
static bool may_join(const graph *g, const scope_loops *found, uint32_t header, uint32_t node) {
  return g->region[node] > g->region[header] || dominates(g, found->dominators, header, node);
}

/* Makes the loop of a header, if there is a back edge to the header. */
static void collapse(graph *g, scope_loops *found, uint32_t header) {
  uint32_t depth = 0;
  for (uint32_t i = g->predecessors.first[header]; i < g->predecessors.first[header + 1]; i++) {
    const uint32_t p = node_of(g->predecessors.nodes[i]);
    if (g->region[p] == g->region[header] && dominates(g, found->dominators, header, p)) g->stack[depth++] = p;
  }
  if (depth == 0) return;
  const uint32_t loop = found->n_loops++;
  found->loops[loop] = (scope_loop){header, SCOPE_NONE};
  found->loop_of[header] = loop;
  while (depth != 0) {
    const uint32_t next = node_of(g->stack[depth - 1]), node = outermost(g, next);
    const bool weak = (g->stack[--depth] & WEAK) != 0;
    if (node == header || (weak && !may_join(g, found, header, next))) continue;
    if (g->region[next] > g->region[node]) continue; /* `next` is already in a loop, and also leads into this one */
    join(g, found, node, header, loop);
    for (uint32_t i = g->predecessors.first[node]; i < g->predecessors.first[node + 1]; i++)
      g->stack[depth++] = g->predecessors.nodes[i];
  }
}

/* Reverses the numbers of the loops, so that an outer loop has a lower number than its inner loops. */
static void turn_numbers(scope_loops *found, uint32_t n) {
  const uint32_t last = found->n_loops - 1;
  for (uint32_t i = 0; i < found->n_loops / 2; i++) {
    const scope_loop loop = found->loops[i];
    found->loops[i] = found->loops[last - i];
    found->loops[last - i] = loop;
  }
  for (uint32_t i = 0; i < found->n_loops; i++)
    if (found->loops[i].parent != SCOPE_NONE) found->loops[i].parent = last - found->loops[i].parent;
  for (uint32_t i = 0; i < n; i++)
    if (found->loop_of[i] != SCOPE_NONE) found->loop_of[i] = last - found->loop_of[i];
}

/* Allocates all arrays of a graph as one block, and returns the block. */
static void *make_graph(graph *g, uint32_t n, const scope_edge *edges, uint32_t n_edges) {
  /* When a node joins a loop, its predecessors are pushed on the stack. A node joins a loop once, and a header
   * twice. */
  const size_t stack = n + (size_t)2 * n_edges;
  uint32_t *at = plat_alloc((GRAPH_ARRAYS * ((size_t)n + 1) + stack + (size_t)2 * n_edges) * sizeof *at);
  *g = (graph){.n = n, .successors.first = at};
  g->predecessors.first = g->successors.first + n + 1;
  g->order = g->predecessors.first + n + 1;
  g->rank = g->order + n + 1;
  g->region = g->rank + n + 1;
  g->next_edge = g->region + n + 1;
  g->inside = g->next_edge + n + 1;
  g->successors.nodes = g->inside + n + 1;
  g->predecessors.nodes = g->successors.nodes + n_edges;
  g->stack = g->predecessors.nodes + n_edges;
  sort_edges(n, edges, n_edges, true, &g->successors);
  sort_edges(n, edges, n_edges, false, &g->predecessors);
  return at;
}

void scope_loops_find(scope_loops *loops, uint32_t n, uint32_t entry, const scope_edge *edges, uint32_t n_edges) {
  graph g;
  void *arrays = make_graph(&g, n, edges, n_edges);
  *loops = (scope_loops){.loops = plat_alloc((size_t)n * (sizeof(scope_loop) + 2 * sizeof(uint32_t)))};
  loops->dominators = (uint32_t *)(loops->loops + n);
  loops->loop_of = loops->dominators + n;
  settle_weak(&g, entry);
  put_in_order(&g, entry);
  find_dominators(&g, loops->dominators);
  for (uint32_t i = 0; i < n; i++) {
    g.inside[i] = i;
    loops->loop_of[i] = SCOPE_NONE;
  }
  for (uint32_t i = n; i-- > 0;) collapse(&g, loops, g.order[i]);
  turn_numbers(loops, n);
  plat_free(arrays);
}

void scope_loops_clear(scope_loops *loops) {
  plat_free(loops->loops);
  *loops = (scope_loops){0};
}
