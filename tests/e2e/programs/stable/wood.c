/* Builds a quadtree, by a function that calls itself, or in a loop. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

typedef struct Tree {
  double x, y;
  struct Tree *part[4];
} Tree;
static Tree *wood;
static unsigned seed = 7;
static double chance(void) { return (seed = seed * 1664525u + 1013904223u) / 4294967296.0; }

static Tree *plant(double x, double y) {
  Tree *tree = calloc(1, sizeof *tree);
  tree->x = x, tree->y = y;
  return tree;
}

#ifdef LOOP
static Tree *grow(Tree *tree, double x, double y) {
  Tree **at = &tree;
  while (*at != NULL) at = &(*at)->part[(x > (*at)->x) + 2 * (y > (*at)->y)];
  *at = plant(x, y);
  return tree;
}
#else
static Tree *grow(Tree *tree, double x, double y);
static Tree *east(Tree *tree, double x, double y) { /* another function on the call path */
  if (y > tree->y)
    tree->part[3] = grow(tree->part[3], x, y);
  else
    tree->part[1] = grow(tree->part[1], x, y);
  return tree;
}
static Tree *grow(Tree *tree, double x, double y) {
  if (tree == NULL) return plant(x, y);
  if (x > tree->x) return east(tree, x, y);
  if (y > tree->y)
    tree->part[2] = grow(tree->part[2], x, y);
  else
    tree->part[0] = grow(tree->part[0], x, y);
  return tree;
}
#endif

int main(void) {
  for (int i = 0; i < 6000; i++) {
    const double x = chance(), y = chance();
    wood = grow(wood, x, y);
  }
  printf("%g\n", wood->part[0]->x);
}
