/* SPDX-License-Identifier: GPL-2.0-or-later
 * pieces.c: two allocations in a function. Its library has no line numbers, and possibly no symbols. */
#include "tests/e2e/programs/owners/pieces.h"

#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline))

static APART void *get(size_t bytes) {
  char *volatile block = malloc(bytes);
  memset(block, 1, bytes);
  return block;
}

static APART int fill(struct piece *piece) {
  piece->keys = get(40000);
  piece->values = get(80000);
  return piece->keys != NULL;
}

static APART int middle(struct piece *piece) { return fill(piece) + 1; }

void pieces_make(struct piece *piece) { piece->count = (size_t)middle(piece) + 1; }

APART void pieces_nest(struct piece *piece, int depth) {
  if (depth != 0) {
    pieces_nest(piece, depth - 1);
  } else {
    piece->keys = get(20000);
    piece->values = get(60000);
  }
  piece->count++;
}
