/* cg.c: conjugate gradients on the matrix of a square grid (4 on the diagonal, -1 for each neighbour), stored by rows;
 * the points of the grid are numbered in a scattered order, as in meshes. The iteration starts again when it has
 * converged.
 *
 *   cg [STEPS]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 256, N = SIDE * SIDE, SPREAD = 4099 };

typedef struct {
  int begin[N + 1], column[5 * N];
  double value[5 * N];
} matrix;

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i] * b[i];
  return sum;
}

static void add(double *to, double factor, const double *from) {
  for (int i = 0; i < N; i++) to[i] += factor * from[i];
}

static void multiply(const matrix *m, const double *p, double *q) {
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int k = m->begin[i]; k < m->begin[i + 1]; k++) sum += m->value[k] * p[m->column[k]];
    q[i] = sum;
  }
}

/* Map a point of the grid to its row, and back: SPREAD is odd, N a power of two. */
static int number(int point) { return (int)((unsigned)point * SPREAD % N); }

static int add_entry(matrix *m, int at, int row, double value) {
  m->column[at] = row;
  m->value[at] = value;
  return at + 1;
}

static void fill(matrix *m) {
  int *point = malloc(N * sizeof *point), at = 0;
  for (int i = 0; i < N; i++) point[number(i)] = i;
  for (int row = 0; row < N; row++) {
    const int x = point[row] % SIDE, y = point[row] / SIDE;
    m->begin[row] = at;
    at = add_entry(m, at, row, 4);
    if (x > 0) at = add_entry(m, at, number(point[row] - 1), -1);
    if (x < SIDE - 1) at = add_entry(m, at, number(point[row] + 1), -1);
    if (y > 0) at = add_entry(m, at, number(point[row] - SIDE), -1);
    if (y < SIDE - 1) at = add_entry(m, at, number(point[row] + SIDE), -1);
  }
  m->begin[N] = at;
  free(point);
}

static double begin(double *x, double *r, double *p) {
  for (int i = 0; i < N; i++) {
    x[i] = 0;
    r[i] = p[i] = 1 + i % 3;
  }
  return dot(r, r);
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 100;
  matrix *m = malloc(sizeof *m);
  double *x = malloc(N * sizeof *x), *r = malloc(N * sizeof *r), *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
  fill(m);
  double left = begin(x, r, p);
  for (int step = 0; step < steps; step++) {
    multiply(m, p, q);
    const double alpha = left / dot(p, q);
    add(x, alpha, p);
    add(r, -alpha, q);
    const double now = dot(r, r), beta = now / left;
    for (int i = 0; i < N; i++) p[i] = r[i] + beta * p[i];
    left = now < 1e-12 ? begin(x, r, p) : now;
  }
  printf("%.6e\n", left);
  return 0;
}
