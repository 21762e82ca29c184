/* tri_order.h: which processor computes which rows, and in what order.
 *
 * Levels (section 4.1 of the paper). Row i depends on row j when M has an element in row i and column j.
 * Rows that depend on none are in level 0; any other is one above the highest of those it depends on. So a
 * row depends on rows of lower levels only. Every processor goes through its rows level by level, and within a
 * level in the order of their numbers. No processor waits for ever: of the rows that are not yet computed,
 * one of the lowest level is the next of its processor, and all that it depends on is there.
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
  int *first;    /* processors + 1 */
} tri_order;

typedef enum {
  TRI_ROUND_ROBIN, /* the rows of each level are dealt in turn, from processor 0 on */
  TRI_PREDECESSORS /* to the processor that owns most of the rows that this one depends on (section 4.5) */
} tri_owner;

/* The caller frees it with tri_order_free(). */
tri_order tri_order_make(const tri_matrix *matrix, int processors, tri_owner owner);
void tri_order_free(tri_order *order);

#endif
