/* recursive.c: a search tree that a recursive function builds, and lists that two functions build alternately.
 *
 * (Code that a compiler inlines into main would have frames of main.)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
  long key;
  struct node *left, *right;
};

struct item {
  long value;
  struct item *next;
};

__attribute__((noinline)) static struct node *insert(struct node *tree, long key) {
  if (tree == NULL) {
    struct node *made = calloc(1, sizeof *made);
    made->key = key;
    return made;
  }
  if (key < tree->key)
    tree->left = insert(tree->left, key);
  else
    tree->right = insert(tree->right, key);
  return tree;
}

static long sum(const struct node *tree) { return tree == NULL ? 0 : tree->key + sum(tree->left) + sum(tree->right); }

static struct item *even(int n);

__attribute__((noinline)) static struct item *odd(int n) { return n == 0 ? NULL : even(n - 1); }

__attribute__((noinline)) static struct item *even(int n) {
  struct item *made = calloc(1, sizeof *made);
  made->value = n;
  made->next = odd(n);
  return made;
}

int main(void) {
  struct node *root = NULL;
  unsigned long random = 1;
  for (int i = 0; i < 3000; i++) {
    random = random * 6364136223846793005UL + 1442695040888963407UL;
    root = insert(root, (long)(random >> 20));
  }
  struct item *first = even(40), *second = even(400);
  printf("%ld %ld\n", sum(root), first->value + second->value);
  return 0;
}
