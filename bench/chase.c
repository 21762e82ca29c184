/* chase.c: follows a cycle of pointers through all lines of 64 MB in random order, then a part of it again. Almost all
 * steps miss every cache.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1 << 20, STEPS = 4 << 20 };

typedef struct node {
  struct node *next;
  uint64_t number;
  uint64_t unused[6]; /* a node is a line */
} node;

static uint64_t state = 1;

static uint32_t random_below(uint32_t limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(((state >> 32) * limit) >> 32);
}

/* One cycle through all nodes (Sattolo's shuffle). */
static void link_nodes(node *nodes) {
  uint32_t *order = malloc(NODES * sizeof *order);
  if (order == NULL) abort();
  for (uint32_t i = 0; i < NODES; i++) order[i] = i;
  for (uint32_t i = NODES - 1; i > 0; i--) {
    const uint32_t j = random_below(i), taken = order[i];
    order[i] = order[j];
    order[j] = taken;
  }
  for (uint32_t i = 0; i < NODES; i++) {
    nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    nodes[order[i]].number = i;
  }
  free(order);
}

int main(void) {
  node *nodes = aligned_alloc(sizeof *nodes, NODES * sizeof *nodes);
  if (nodes == NULL) abort();
  link_nodes(nodes);
  uint64_t sum = 0;
  const node *at = nodes;
  for (uint32_t i = 0; i < STEPS; i++) {
    sum += at->number;
    at = at->next;
  }
  printf("%" PRIu64 "\n", sum);
  free(nodes);
  return 0;
}
