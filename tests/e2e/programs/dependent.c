/* dependent.c: loads whose addresses come from other loads, and loads whose addresses do not, for test_dependences. Each
 * function misses in most iterations, and is named after what it waits for:
 *   serial_...       each miss waits for the miss before it
 *   parallel_...     misses do not wait for each other
 *   quarter_...      four chains of misses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) /* neither inlined nor cloned */
#endif

enum { NODES = 4096, PER_LINE = 8, WORDS = NODES * PER_LINE, STEPS = 3000, CHAINS = 4 };

typedef struct node {
  struct node *next, *left, *right;
  long key, value;
  char pad[88];
} node;

static node nodes[NODES] __attribute__((aligned(64)));
static long ring[WORDS], words[WORDS];
static int indices[NODES];
static node *table[WORDS];
static node *chains[CHAINS];

static unsigned dice(unsigned n) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((state >> 33) % n);
}

APART static long serial_list(const node *p) {
  for (int i = 0; i < STEPS; i++) p = p->next;
  return p->value;
}

/* The line comes for the value; the pointer is in the same line. */
APART static long serial_payload(const node *p) {
  long sum = 0;
  for (int i = 0; i < STEPS; i++) {
    sum += p->value;
    p = p->next;
  }
  return sum;
}

APART static long serial_indices(long at) {
  for (int i = 0; i < STEPS; i++) at = ring[at];
  return at;
}

APART static const node *follow(const node *p) {
  __asm__("" : "+r"(p)); /* the caller does not load for it */
  return p->next;
}

static long serial_calls(const node *p) {
  for (int i = 0; i < STEPS; i++) p = follow(p);
  return p->value;
}

/* Each search begins at an address that depends on the node before, since searches from the same root would be
 * independent of each other. */
static volatile long none = 0;

APART static long serial_tree(const node *root) {
  const long zero = none;
  long sum = 0;
  for (long i = 0; i < STEPS / 10; i++) {
    const long key = i * 7919 % NODES;
    const node *p = root + (sum & zero);
    while (p && p->key != key) p = key < p->key ? p->left : p->right;
    sum += p ? p->value : 1;
  }
  return sum;
}

/* An index, a bucket and a node, each from the one before. */
APART static long serial_lookups(long key) {
  for (int i = 0; i < STEPS; i++) key = table[(key * 40503 + i) % WORDS]->value;
  return key;
}

APART static long parallel_lookups(void) {
  long sum = 0;
  for (long i = 0; i < STEPS; i++) sum += table[i * 40503 % WORDS]->value;
  return sum;
}

APART static long parallel_gather(void) {
  long sum = 0;
  for (int i = 0; i < STEPS; i++) sum += words[indices[i]];
  return sum;
}

APART static double parallel_product(const double *values, const double *vector) {
  double sum = 0;
  for (int i = 0; i < STEPS; i++) sum += values[i] * vector[indices[i]];
  return sum;
}

APART static long parallel_stream(void) {
  long sum = 0;
  for (int i = 0; i < WORDS; i += PER_LINE) sum += words[i];
  return sum;
}

APART static long quarter_chains(void) {
  for (int i = 0; i < STEPS / CHAINS; i++)
    for (int k = 0; k < CHAINS; k++) chains[k] = chains[k]->next;
  return chains[0]->value;
}

static void add_to_tree(node **where, node *added) {
  while (*where) where = added->key < (*where)->key ? &(*where)->left : &(*where)->right;
  *where = added;
}

static node *fill(void) {
  static int order[NODES];
  for (int i = 0; i < NODES; i++) order[i] = i;
  for (unsigned i = NODES - 1; i > 0; i--) {
    const unsigned j = dice(i + 1);
    const int moved = order[i];
    order[i] = order[j];
    order[j] = moved;
  }
  node *root = NULL;
  for (int i = 0; i < NODES; i++) {
    node *p = &nodes[order[i]];
    p->next = &nodes[order[(i + 1) % NODES]];
    p->key = dice(NODES);
    p->value = dice(WORDS);
    add_to_tree(&root, p);
    ring[order[i] * PER_LINE] = order[(i + 1) % NODES] * (long)PER_LINE;
    indices[i] = (int)dice(WORDS);
    words[i * PER_LINE] = i;
  }
  for (int i = 0; i < WORDS; i++) table[i] = &nodes[dice(NODES)];
  for (int k = 0; k < CHAINS; k++) chains[k] = &nodes[order[k * (NODES / CHAINS)]];
  return root;
}

int main(void) {
  const node *root = fill();
  long sum = serial_list(nodes) + serial_payload(nodes) + serial_indices(0) + serial_calls(nodes) + serial_tree(root);
  sum += serial_lookups(1) + parallel_lookups() + parallel_gather() + parallel_stream() + quarter_chains();
  sum += (long)parallel_product((const double *)words, (const double *)words);
  printf("%d\n", sum != 0);
  return 0;
}
