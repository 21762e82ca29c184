/* visited.c: clears a table of marks for each query, although a query uses a few marks only.
 *
 * Defect: memset in query() clears 200,000 bytes; a query then marks 60 of them.
 * Expert: memset of visited: store the number of the query as a mark (or undo the marks), so that nothing is cleared.
 * Remedy: with REPAIRED, a mark is the number of the query.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

enum { NODES = 200000, QUERIES = 60, STEPS = 60 };

static unsigned char visited[NODES];

static int query(unsigned char number, unsigned state) {
  int met = 0;
#ifndef REPAIRED
  memset(visited, 0, sizeof visited);
#endif
  for (int i = 0; i < STEPS; i++) {
    state = state * 1664525 + 1013904223;
    unsigned node = (state >> 12) % NODES;
    if (visited[node] == number) met++;
    visited[node] = number;
  }
  return met;
}

int main(void) {
  int met = 0;
  for (unsigned q = 1; q <= QUERIES; q++) met += query((unsigned char)q, q);
  printf("%d\n", met);
  return 0;
}
