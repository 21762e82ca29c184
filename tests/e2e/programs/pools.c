/* pools.c: a list in a pool, which the program accesses by the list's own pointers; and blocks that only memcpy()
 * refers to.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 8192, STEP = 2731, ROUNDS = 4, BYTES = 1 << 18 };

struct node {
  struct node *next;
  long value, unused[6];
};

static char *arena;
static size_t used;
static struct node *head;

__attribute__((noipa)) static void *take(size_t bytes) {
  void *block = arena + used;
  used += bytes;
  return block;
}

/* Each node is at some distance after the previous one. */
__attribute__((noipa)) static void link_nodes(void) {
  struct node *nodes = take(NODES * sizeof *nodes);
  for (unsigned i = 0, at = 0; i < NODES; i++) {
    const unsigned next = (at + STEP) % NODES;
    nodes[at].value = at;
    nodes[at].next = i + 1 < NODES ? &nodes[next] : NULL;
    at = next;
  }
  head = nodes;
}

__attribute__((noipa)) static long sum(void) {
  long total = 0;
  for (const struct node *at = head; at != NULL; at = at->next) total += at->value;
  return total;
}

/* (It returns a value so that the compiler does not replace the call of memcpy() by a jump.) */
__attribute__((noipa)) static int copy(char *to, const char *from, size_t bytes) {
  memcpy(to, from, bytes);
  return (int)bytes;
}

int main(void) {
  char *source = malloc(BYTES), *target = malloc(BYTES);
  long total = 0;
  arena = malloc(NODES * sizeof(struct node));
  memset(source, 1, BYTES);
  link_nodes();
  for (int i = 0; i < ROUNDS; i++) {
    total += sum();
    total += copy(target, source, BYTES);
  }
  printf("%ld %d\n", total, target[BYTES - 1]);
  free(source);
  free(target);
  free(arena);
  return 0;
}
