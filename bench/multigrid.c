/* multigrid.c: V-cycles for Poisson's equation on a square: red-black Gauss-Seidel steps, a residual, and coarser
 * grids, each of half the side, down to a grid of a few points.
 *
 *   multigrid [CYCLES]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 8, LARGEST = 512 };

/* Points 0 and side are the border, where the solution is 0. */
typedef struct {
  int side;
  double *solution, *right, *residual;
} grid;

static int at(const grid *g, int x, int y) { return y * (g->side + 1) + x; }

static void smooth(grid *g, int steps) {
  for (int half = 0; half < 2 * steps; half++)
    for (int y = 1; y < g->side; y++)
      for (int x = 1 + (y + half) % 2; x < g->side; x += 2) {
        double *s = g->solution + at(g, x, y);
        *s = 0.25 * (s[-1] + s[1] + s[-g->side - 1] + s[g->side + 1] + g->right[at(g, x, y)]);
      }
}

static void take_residual(grid *g) {
  for (int y = 1; y < g->side; y++)
    for (int x = 1; x < g->side; x++) {
      const double *s = g->solution + at(g, x, y);
      g->residual[at(g, x, y)] = g->right[at(g, x, y)] - 4 * s[0] + s[-1] + s[1] + s[-g->side - 1] + s[g->side + 1];
    }
}

/* The coarse grid's right side is the fine one's residual, weighted; its h^2 is four times the fine one's. */
static void restrict_to(grid *coarse, const grid *fine) {
  const int row = fine->side + 1;
  for (int y = 1; y < coarse->side; y++)
    for (int x = 1; x < coarse->side; x++) {
      const double *r = fine->residual + at(fine, 2 * x, 2 * y);
      coarse->right[at(coarse, x, y)] = r[0] + 0.5 * (r[-1] + r[1] + r[-row] + r[row]) +
                                        0.25 * (r[-row - 1] + r[-row + 1] + r[row - 1] + r[row + 1]);
      coarse->solution[at(coarse, x, y)] = 0;
    }
}

static void add_from(grid *fine, const grid *coarse) {
  for (int y = 1; y < fine->side; y++)
    for (int x = 1; x < fine->side; x++) {
      const double *c = coarse->solution + at(coarse, x / 2, y / 2);
      const int right = x % 2, below = y % 2 * (coarse->side + 1);
      fine->solution[at(fine, x, y)] += 0.25 * (c[0] + c[right] + c[below] + c[right + below]);
    }
}

static void cycle(grid *g, int level) {
  if (level == LEVELS - 1) {
    smooth(g + level, 20);
    return;
  }
  smooth(g + level, 2);
  take_residual(g + level);
  restrict_to(g + level + 1, g + level);
  cycle(g, level + 1);
  add_from(g + level, g + level + 1);
  smooth(g + level, 2);
}

int main(int argc, char **argv) {
  const int cycles = argc > 1 ? atoi(argv[1]) : 10;
  grid g[LEVELS];
  for (int level = 0; level < LEVELS; level++) {
    const int side = LARGEST >> level;
    const size_t points = (size_t)(side + 1) * (size_t)(side + 1);
    g[level] = (grid){side, calloc(points, sizeof(double)), calloc(points, sizeof(double)),
                      calloc(points, sizeof(double))};
  }
  for (int y = 1; y < LARGEST; y++)
    for (int x = 1; x < LARGEST; x++) g->right[at(g, x, y)] = (x * 7 + y * 3) % 5 - 2;
  for (int i = 0; i < cycles; i++) cycle(g, 0);
  take_residual(g);
  double worst = 0;
  for (int y = 1; y < LARGEST; y++)
    for (int x = 1; x < LARGEST; x++) worst = fmax(worst, fabs(g->residual[at(g, x, y)]));
  printf("%.6e\n", worst);
  return 0;
}
