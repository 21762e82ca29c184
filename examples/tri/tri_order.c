/* tri_order.c: see tri_order.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/tri/tri_order.h"

#include <stdlib.h>
#include <string.h>

/* Sets the level of each row. Returns the number of levels. */
static int find_levels(const tri_matrix *m, int *level) {
  int levels = 0;
  for (int i = 0; i < m->rows; i++) {
    level[i] = 0;
    for (int j = m->row[i]; j < m->row[i + 1]; j++)
      if (level[m->col[j]] >= level[i]) level[i] = level[m->col[j]] + 1;
    if (level[i] >= levels) levels = level[i] + 1;
  }
  return levels;
}

/* Sorts the rows by `key`, a number below `keys`; rows with equal keys keep their order in `rows`. The rows of
 * key k are sorted[first[k]] to sorted[first[k + 1] - 1]. */
static void sort_rows(const int *rows, int n, const int *key, int keys, int *sorted, int *first) {
  memset(first, 0, (keys + 1ul) * sizeof *first);
  for (int i = 0; i < n; i++) first[key[i] + 1]++;
  for (int k = 0; k < keys; k++) first[k + 1] += first[k];
  int *next = tri_alloc(keys * sizeof *next);
  memcpy(next, first, keys * sizeof *next);
  for (int i = 0; i < n; i++) sorted[next[key[rows[i]]]++] = rows[i];
  free(next);
}

/* The state of an assignment of rows to processors, on which the rule of step 3 depends. */
typedef struct {
  int processors;
  int *owner; /* by row: its processor, if it is assigned */
  int *owned; /* by processor: its rows among those that the current row depends on */
  int *rows;  /* by processor: its rows of the current level */
  long *work; /* by processor: elements of its rows so far */
} assignment;

/* Returns the processor that owns most of the rows that `row` depends on; if several do, the one with the least
 * work. A processor with `share` rows of this level gets no more. (The paper does not report how it avoids that
 * one owner gets all rows. This limit does so, and reproduces the paper's first references to x in step 3.) */
static int most_predecessors(assignment *to, const tri_matrix *m, int row, int share) {
  memset(to->owned, 0, to->processors * sizeof *to->owned);
  for (int j = m->row[row]; j < m->row[row + 1]; j++) to->owned[to->owner[m->col[j]]]++;
  int best = -1;
  for (int p = 0; p < to->processors; p++) {
    if (to->rows[p] == share) continue;
    if (best < 0 || to->owned[p] > to->owned[best] || (to->owned[p] == to->owned[best] && to->work[p] < to->work[best]))
      best = p;
  }
  return best;
}

/* Assigns the n rows of a level to processors. */
static void assign_level(assignment *to, const tri_matrix *m, const int *rows, int n, tri_owner rule) {
  const int share = (n + to->processors - 1) / to->processors;
  memset(to->rows, 0, to->processors * sizeof *to->rows);
  for (int k = 0; k < n; k++) {
    const int i = rows[k];
    const int p = rule == TRI_ROUND_ROBIN ? k % to->processors : most_predecessors(to, m, i, share);
    to->owner[i] = p;
    to->rows[p]++;
    to->work[p] += m->row[i + 1] - m->row[i] + 1;
  }
}

tri_order tri_order_make(const tri_matrix *m, int processors, tri_owner rule) {
  const int rows = m->rows;
  int *level = tri_alloc(rows * sizeof(int)), *natural = tri_alloc(rows * sizeof(int));
  int *by_level = tri_alloc(rows * sizeof(int));
  for (int i = 0; i < rows; i++) natural[i] = i;
  tri_order order = {.processors = processors, .levels = find_levels(m, level)};
  int *first = tri_alloc((order.levels + 1ul) * sizeof(int));
  sort_rows(natural, rows, level, order.levels, by_level, first);

  assignment to = {.processors = processors, .owner = tri_alloc(rows * sizeof(int))};
  to.owned = tri_alloc(processors * sizeof(int));
  to.rows = tri_alloc(processors * sizeof(int));
  to.work = tri_alloc(processors * sizeof(long));
  memset(to.work, 0, processors * sizeof(long));
  for (int l = 0; l < order.levels; l++) assign_level(&to, m, by_level + first[l], first[l + 1] - first[l], rule);

  order.sequence = tri_alloc(rows * sizeof(int));
  order.first = tri_alloc((processors + 1ul) * sizeof(int));
  sort_rows(by_level, rows, to.owner, processors, order.sequence, order.first);

  free(level);
  free(natural);
  free(by_level);
  free(first);
  free(to.owner);
  free(to.owned);
  free(to.rows);
  free(to.work);
  return order;
}

void tri_order_free(tri_order *order) {
  free(order->sequence);
  free(order->first);
}
