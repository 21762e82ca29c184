/* test_loops.c: compares the dominators and natural loops of graphs with their definitions.
 *
 * A node dominates another one if the other cannot be reached without it. For thousands of random graphs, reducible and
 * irreducible, the test computes the results from the definitions, node by node, and compares them with
 * scope_loops_find().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "scopes/scope_loops.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { NODES_MAX = 24, EDGES_MAX = 80 };

typedef struct {
  uint32_t n, n_edges;
  scope_edge edges[EDGES_MAX];
} graph;

typedef struct {
  bool reached[NODES_MAX];
  bool dominates[NODES_MAX][NODES_MAX]; /* [a][b]: a dominates b; both can be reached */
  bool body[NODES_MAX][NODES_MAX];      /* the loop of a header; empty if the node is no header */
} naive;

static void visit(const graph *g, uint32_t node, uint32_t without, bool *seen) {
  if (node == without || seen[node]) return;
  seen[node] = true;
  for (uint32_t i = 0; i < g->n_edges; i++)
    if (g->edges[i].from == node && !g->edges[i].weak) visit(g, g->edges[i].to, without, seen);
}

static void visit_back(const graph *g, uint32_t node, bool *body) {
  if (body[node]) return;
  body[node] = true;
  for (uint32_t i = 0; i < g->n_edges; i++)
    if (g->edges[i].to == node) visit_back(g, g->edges[i].from, body);
}

static void look(const graph *g, naive *w) {
  memset(w, 0, sizeof *w);
  visit(g, 0, SCOPE_NONE, w->reached);
  for (uint32_t d = 0; d < g->n; d++) {
    bool seen[NODES_MAX] = {0};
    visit(g, 0, d, seen);
    for (uint32_t i = 0; i < g->n; i++) w->dominates[d][i] = w->reached[i] && w->reached[d] && !seen[i];
  }
  for (uint32_t i = 0; i < g->n_edges; i++) {
    const scope_edge e = g->edges[i];
    if (!w->dominates[e.to][e.from]) continue;
    w->body[e.to][e.to] = true;
    visit_back(g, e.from, w->body[e.to]);
  }
}

static uint32_t size_of(const graph *g, const naive *w, uint32_t header) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < g->n; i++) size += w->reached[i] && w->body[header][i];
  return size;
}

/* Returns the header of the smallest loop with a node, other than `than`; SCOPE_NONE: none. */
static uint32_t innermost(const graph *g, const naive *w, uint32_t node, uint32_t than) {
  uint32_t best = SCOPE_NONE;
  for (uint32_t h = 0; h < g->n; h++)
    if (h != than && w->body[h][node] && w->body[h][h] &&
        (best == SCOPE_NONE || size_of(g, w, h) < size_of(g, w, best)))
      best = h;
  return best;
}

static uint32_t header_of(const scope_loops *found, uint32_t loop) {
  return loop == SCOPE_NONE ? SCOPE_NONE : found->loops[loop].header;
}

static bool dominator_is_right(const graph *g, const naive *w, uint32_t node, uint32_t dominator) {
  if (node == 0) return dominator == 0;
  if (dominator == node || !w->dominates[dominator][node]) return false;
  for (uint32_t d = 0; d < g->n; d++)
    if (d != node && w->dominates[d][node] && !w->dominates[d][dominator]) return false;
  return true;
}

static bool is_right(const graph *g, const scope_loops *found) {
  naive w;
  look(g, &w);
  for (uint32_t i = 0; i < g->n; i++) {
    if (!w.reached[i]) continue;
    if (!dominator_is_right(g, &w, i, found->dominators[i])) return false;
    if (header_of(found, found->loop_of[i]) != innermost(g, &w, i, SCOPE_NONE)) return false;
  }
  for (uint32_t l = 0; l < found->n_loops; l++) {
    const scope_loop loop = found->loops[l];
    if (loop.parent != SCOPE_NONE && loop.parent >= l) return false;
    if (!w.reached[loop.header]) continue;
    if (header_of(found, loop.parent) != innermost(g, &w, loop.header, loop.header)) return false;
  }
  return true;
}

static void print(const graph *g) {
  for (uint32_t i = 0; i < g->n_edges; i++)
    printf(" %u%s%u", g->edges[i].from, g->edges[i].weak ? "~>" : "->", g->edges[i].to);
  printf("\n");
}

static void check(const graph *g) {
  scope_loops found;
  scope_loops_find(&found, g->n, 0, g->edges, g->n_edges);
  if (!is_right(g, &found)) {
    if (check_failures++ < 5) print(g);
  }
  scope_loops_clear(&found);
}

/* Makes a graph with any edges. Many of these are irreducible, whether all nodes can be reached or not. */
static void random_graph(graph *g, dice *d) {
  g->n = dice_between(d, 1, NODES_MAX);
  g->n_edges = 0;
  const uint32_t more = dice_below(d, 2 * g->n);
  if (dice_chance(d, 70))
    for (uint32_t i = 1; i < g->n; i++) g->edges[g->n_edges++] = (scope_edge){dice_below(d, i), i, false};
  for (uint32_t i = 0; i < more; i++)
    g->edges[g->n_edges++] = (scope_edge){dice_below(d, g->n), dice_below(d, g->n), false};
}

/* Makes a graph like that of code: each node leads to the next node, some to a later one, and a few back. */
static void random_code(graph *g, dice *d) {
  g->n = dice_between(d, 2, NODES_MAX);
  g->n_edges = 0;
  for (uint32_t i = 0; i + 1 < g->n; i++) {
    g->edges[g->n_edges++] = (scope_edge){i, i + 1, false};
    if (dice_chance(d, 30)) g->edges[g->n_edges++] = (scope_edge){i, dice_between(d, i + 1, g->n - 1), false};
    if (dice_chance(d, 30)) g->edges[g->n_edges++] = (scope_edge){i, dice_below(d, i + 1), false};
  }
}

static void test_random(void) {
  dice d = {1};
  graph g;
  for (int i = 0; i < 20000; i++) {
    random_graph(&g, &d);
    check(&g);
    random_code(&g, &d);
    check(&g);
  }
}

#define EDGES(...) (const scope_edge[]){__VA_ARGS__}, sizeof((scope_edge[]){__VA_ARGS__}) / sizeof(scope_edge)

/* 0; a loop of 1 to 4, which contains the loop of 2 and 3; then 5. */
static void test_nest(void) {
  scope_loops l;
  scope_loops_find(&l, 6, 0, EDGES({0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 2, 0}, {3, 4, 0}, {4, 1, 0}, {4, 5, 0}));
  CHECK(l.n_loops == 2 && l.loops[0].header == 1 && l.loops[0].parent == SCOPE_NONE);
  CHECK(l.loops[1].header == 2 && l.loops[1].parent == 0);
  CHECK(l.loop_of[0] == SCOPE_NONE && l.loop_of[1] == 0 && l.loop_of[2] == 1 && l.loop_of[3] == 1 && l.loop_of[4] == 0);
  CHECK(l.loop_of[5] == SCOPE_NONE);
  scope_loops_clear(&l);
}

/* 1 and 2 are a cycle with two entries, which is not a loop. The cycle around both has a header. */
static void test_irreducible(void) {
  scope_loops l;
  scope_loops_find(&l, 4, 0, EDGES({0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 1, 0}, {2, 3, 0}));
  CHECK(l.n_loops == 0);
  scope_loops_clear(&l);
  scope_loops_find(&l, 4, 0, EDGES({0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {3, 0, 0}));
  CHECK(l.n_loops == 1 && l.loops[0].header == 0 && l.loop_of[1] == 0 && l.loop_of[2] == 0);
  scope_loops_clear(&l);
}

/* A loop of 1 and 2. 3 cannot be reached; it continues at 2, and so is in the loop. 4 cannot be reached, and comes
 * before the loop. 5 and 6 are a loop that cannot be reached. */
static void test_handlers(void) {
  scope_loops l;
  scope_loops_find(&l, 7, 0, EDGES({0, 1, 0}, {1, 2, 0}, {2, 1, 0}, {3, 2, 0}, {4, 1, 0}, {5, 6, 0}, {6, 5, 0}));
  CHECK(l.n_loops == 2);
  CHECK(l.loop_of[1] != SCOPE_NONE && l.loop_of[2] == l.loop_of[1] && l.loop_of[3] == l.loop_of[1]);
  CHECK(l.loop_of[4] == SCOPE_NONE && l.loop_of[5] == l.loop_of[6] && l.loop_of[5] != l.loop_of[1]);
  scope_loops_clear(&l);
}

/* A loop of 2 and 3, entered from 0. The call at the end of 1 never returns: the code after it is the middle of the
 * loop. */
static void test_weak(void) {
  scope_loops l;
  scope_loops_find(&l, 4, 0, EDGES({0, 1, 0}, {0, 2, 0}, {2, 3, 0}, {3, 2, 0}, {1, 3, 1}));
  CHECK(l.n_loops == 1 && l.loops[0].header == 2 && l.loop_of[3] == 0 && l.loop_of[1] == SCOPE_NONE);
  scope_loops_clear(&l);
  /* A loop of 1, 2 and 3, whose body ends with a call; the loop is entered after another call. */
  scope_loops_find(&l, 5, 0, EDGES({0, 1, 1}, {1, 2, 0}, {1, 4, 0}, {2, 3, 0}, {2, 1, 1}, {3, 1, 1}));
  CHECK(l.n_loops == 1 && l.loops[0].header == 1 && l.loop_of[2] == 0 && l.loop_of[3] == 0);
  CHECK(l.loop_of[4] == SCOPE_NONE);
  scope_loops_clear(&l);
}

int main(void) {
  test_nest();
  test_irreducible();
  test_handlers();
  test_weak();
  test_random();
  CHECK(plat_test_outstanding() == 0);
  if (check_failures != 0) printf("%d failed\n", check_failures);
  return check_failures != 0;
}
