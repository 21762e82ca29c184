/* larger_blocks.c: a function makes three arrays larger together, through a pointer to the pointer of each array. The
 * function copies the elements to a new block each time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 30000, MORE = 256 };

struct points {
  double *x, *y;
  int *kind;
  size_t n, room;
};

static void enlarge(void **array, size_t old, size_t room, size_t size) {
  void *larger = malloc(room * size);
  if (old != 0) memcpy(larger, *array, old * size);
  free(*array);
  *array = larger;
}

static __attribute__((noinline)) void add(struct points *points, double x, double y, int kind) {
  if (points->n == points->room) {
    points->room += MORE;
    enlarge((void **)&points->x, points->n, points->room, sizeof *points->x);
    enlarge((void **)&points->y, points->n, points->room, sizeof *points->y);
    enlarge((void **)&points->kind, points->n, points->room, sizeof *points->kind);
  }
  points->x[points->n] = x;
  points->y[points->n] = y;
  points->kind[points->n++] = kind;
}

int main(void) {
  static struct points points;
  double sum = 0;
  for (int i = 0; i < POINTS; i++) add(&points, i, i * .5, i % 8);
  for (size_t i = 0; i < points.n; i++) sum += points.x[i] * points.y[i] + points.kind[i];
  printf("%g\n", sum);
  return 0;
}
