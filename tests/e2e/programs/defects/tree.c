/* tree.c: searches in a binary tree that a recursive function built. With REPAIRED, it searches in a sorted array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 4000, SEARCHES = 12000 };

static unsigned next_key(unsigned *state) {
  *state = *state * 1103515245u + 12345u;
  return *state >> 8;
}

#ifdef REPAIRED
static int compare(const void *a, const void *b) {
  const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return x < y ? -1 : x > y;
}

static int find(const unsigned *keys, unsigned key) {
  unsigned low = 0, high = KEYS;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < KEYS && keys[low] == key;
}

int main(void) {
  unsigned state = 1, *keys = malloc(KEYS * sizeof *keys);
  int found = 0;
  for (int i = 0; i < KEYS; i++) keys[i] = next_key(&state);
  qsort(keys, KEYS, sizeof *keys, compare);
  state = 1;
  for (int i = 0; i < SEARCHES; i++) found += find(keys, next_key(&state));
  printf("%d\n", found);
  return 0;
}
#else
struct tree {
  struct tree *left, *right;
  unsigned key;
  char text[36];
};

__attribute__((noinline)) static struct tree *insert(struct tree *tree, unsigned key) {
  if (tree == NULL) {
    tree = calloc(1, sizeof *tree);
    tree->key = key;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else {
    tree->right = insert(tree->right, key);
  }
  return tree;
}

static int find(const struct tree *tree, unsigned key) {
  while (tree != NULL && tree->key != key) tree = key < tree->key ? tree->left : tree->right;
  return tree != NULL;
}

int main(void) {
  struct tree *root = NULL;
  unsigned state = 1;
  int found = 0;
  for (int i = 0; i < KEYS; i++) root = insert(root, next_key(&state));
  state = 1;
  for (int i = 0; i < SEARCHES; i++) found += find(root, next_key(&state));
  printf("%d\n", found);
  return 0;
}
#endif
