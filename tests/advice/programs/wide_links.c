/* wide_links.c: walks a graph whose edges are stored as 64-bit numbers of nodes.
 *
 * Defect: there are 30,000 nodes, so that 16 bits (or 32) suffice for each of the edges, which are streamed.
 * Expert: edges is streamed in each sweep and does not fit: use a smaller type for edges.
 * Remedy: with REPAIRED, an edge is a uint16_t.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdio.h>

enum { NODES = 30000, DEGREE = 6, SWEEPS = 6 };

#ifdef REPAIRED
typedef uint16_t node;
#else
typedef long node;
#endif
static node edges[NODES * DEGREE];
static unsigned char mark[NODES];

static long sweep(void) {
  long changed = 0;
  for (int n = 0; n < NODES; n++)
    for (int k = 0; k < DEGREE; k++) changed += mark[edges[n * DEGREE + k]] ^ mark[n];
  return changed;
}

int main(void) {
  for (int n = 0; n < NODES; n++) {
    mark[n] = (unsigned char)(n % 3);
    for (int k = 0; k < DEGREE; k++) edges[n * DEGREE + k] = (node)((n + k * 5) % NODES);
  }
  long sum = 0;
  for (int i = 0; i < SWEEPS; i++) sum += sweep();
  printf("%ld\n", sum);
  return 0;
}
