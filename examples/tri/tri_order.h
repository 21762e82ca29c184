/* tri_order.h: assigns rows to processors, in the order in which they compute them.
 *
 * Levels (section 4.1 of the paper). Row i depends on row j if M has an element in row i and column j. A row
 * that depends on no row is in level 0; the level of any other row is one above the highest level that it depends
 * on. So a row depends only on rows of lower levels. Every processor computes its rows level by level, and within
 * a level in the order of their numbers. No processor waits forever: among the rows not yet computed, a row of
 * the lowest level is the next of its processor, and all rows that it depends on are computed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_ORDER_H
#define EXAMPLES_TRI_TRI_ORDER_H

#include "examples/tri/tri_matrix.h"

/* Processor p computes the rows sequence[first[p]] to sequence[first[p + 1] - 1], in this order. */
typedef struct {
  int processors;
  int levels;
  int *sequence; /* all rows, once each */
  int *first;    /* processors + 1 elements */
} tri_order;

typedef enum {
  TRI_ROUND_ROBIN, /* the rows of each level go to the processors in turn, from processor 0 on */
  TRI_PREDECESSORS /* a row goes to the processor that owns most of the rows that it depends on (section 4.5) */
} tri_owner;

/* Returns an order that the caller frees with tri_order_free(). */
tri_order tri_order_make(const tri_matrix *matrix, int processors, tri_owner owner);
void tri_order_free(tri_order *order);

#endif
