/* in_order_list.c: a list whose nodes lie in one array, in the order in which they are visited. With -DNODES: in blocks of
 * their own, allocated in that order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { NODES_MOST = 40000, ROUNDS = 8 };

struct node {
  struct node *next;
#ifndef NODES
  long weight;
#endif
  int value, count;
};

int main(void) {
  struct node *first = NULL, **end = &first;
#ifndef NODES
  struct node *nodes = malloc(NODES_MOST * sizeof *nodes);
#endif
  for (int i = 0; i < NODES_MOST; i++) {
#ifdef NODES
    struct node *node = malloc(sizeof *node);
#else
    struct node *node = &nodes[i];
#endif
    *node = (struct node){.value = i, .count = 1};
    *end = node;
    end = &node->next;
  }
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (struct node *node = first; node != NULL; node = node->next) sum += node->value * node->count;
  printf("%ld\n", sum);
  return 0;
}
