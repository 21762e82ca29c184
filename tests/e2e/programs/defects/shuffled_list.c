/* shuffled_list.c: walks through a list whose nodes were allocated in another order. With REPAIRED, the values are in
 * an array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 16384, WALKS = 10 };

struct node {
  struct node *next;
  long value;
  char name[48];
};

#ifdef REPAIRED
static long walk(const long *values) {
  long sum = 0;
  for (int i = 0; i < NODES; i++) sum += values[i];
  return sum;
}

int main(void) {
  long *values = malloc(NODES * sizeof *values), sum = 0;
  for (int i = 0; i < NODES; i++) values[i] = i;
  for (int i = 0; i < WALKS; i++) sum += walk(values);
  printf("%ld\n", sum);
  return 0;
}
#else
static long walk(const struct node *node) {
  long sum = 0;
  for (; node != NULL; node = node->next) sum += node->value;
  return sum;
}

int main(void) {
  static struct node *nodes[NODES];
  long sum = 0;
  for (int i = 0; i < NODES; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    nodes[i]->value = i;
  }
  /* 7919 has no divisor in common with the number of nodes, so that all nodes are in one ring. */
  for (unsigned i = 0; i < NODES; i++)
    nodes[i * 7919u % NODES]->next = i + 1 < NODES ? nodes[(i + 1) * 7919u % NODES] : NULL;
  for (int i = 0; i < WALKS; i++) sum += walk(nodes[0]);
  printf("%ld\n", sum);
  return 0;
}
#endif
