/* quake.c: waves through a mesh, for docs/case-study-samples.md: each step multiplies a sparse, symmetric matrix of
 * 3 x 3 blocks by the displacements of the mesh's points, all in arrays of arrays of arrays, as in earthquake codes of
 * the nineties.
 *
 *   quake [EDGE [STEPS]]
 *
 * EDGE: points along an edge of the mesh. It prints a displacement, which is the same in every run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EDGE = 40, STEPS = 60, NEAR = 14 /* joined points with higher numbers, and the point */ };

static int edge = EDGE, points, entries;
static double ***K;    /* blocks, by entry */
static int *column;    /* point of each entry */
static int *first;     /* entry of each point */
static double ***disp; /* by time, point and direction */
static double **M, **C, **V, **M23, **C23;
static int *place; /* number of each point of the mesh; numbers are shuffled */
static double Exc;
static int *source; /* points that are shaken */
static int n_source;

static void *get(size_t n, size_t size) {
  void *block = calloc(n, size);
  if (block == NULL) {
    fputs("quake: no memory\n", stderr);
    exit(1);
  }
  return block;
}

static double **rows(int n, int width) {
  double **table = get((size_t)n, sizeof(double *));
  for (int i = 0; i < n; i++) table[i] = get((size_t)width, sizeof(double));
  return table;
}

static unsigned long long state = 7;

static double dice(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

/* Shuffles the numbers of points within ranges, as mesh generators do. */
static void number_points(void) {
  enum { STRETCH = 4096 };
  for (int i = 0; i < points; i++) place[i] = i;
  for (int i = points - 1; i > 0; i--) {
    int from = i > STRETCH ? i - STRETCH : 0;
    int k = from + (int)(dice() * (i - from + 1)), other = place[k];
    place[k] = place[i];
    place[i] = other;
  }
}

/* Makes the entries of a row: the point itself, and its neighbours with higher numbers. */
static void add_row(int x, int y, int z, int point) {
  for (int near = 0; near < 27; near++) {
    int nx = x + near % 3 - 1, ny = y + near / 3 % 3 - 1, nz = z + near / 9 - 1;
    if (nx < 0 || ny < 0 || nz < 0 || nx >= edge || ny >= edge || nz >= edge) continue;
    int other = place[(nz * edge + ny) * edge + nx];
    if (other < point || entries - first[point] == NEAR) continue;
    column[entries] = other;
    K[entries] = rows(3, 3);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) K[entries][i][j] = (other == point ? 2.0 : -0.1) * (i == j) + 0.01 * dice();
    entries++;
  }
}

static void make_matrix(void) {
  int *at = get((size_t)points, sizeof *at); /* position in the mesh, by number */
  for (int i = 0; i < points; i++) at[place[i]] = i;
  for (int point = 0; point < points; point++) {
    int i = at[point];
    first[point] = entries;
    add_row(i % edge, i / edge % edge, i / edge / edge, point);
  }
  first[points] = entries;
  free(at);
}

/* Computes w = A v with the stored half of A. */
static void smvp(int n, double ***A, int *Acol, int *Aindex, double **v, double **w) {
  for (int i = 0; i < n; i++) {
    int Anext = Aindex[i], Alast = Aindex[i + 1];
    double sum0 = 0, sum1 = 0, sum2 = 0;
    for (; Anext < Alast; Anext++) {
      int col = Acol[Anext];
      sum0 += A[Anext][0][0] * v[col][0] + A[Anext][0][1] * v[col][1] + A[Anext][0][2] * v[col][2];
      sum1 += A[Anext][1][0] * v[col][0] + A[Anext][1][1] * v[col][1] + A[Anext][1][2] * v[col][2];
      sum2 += A[Anext][2][0] * v[col][0] + A[Anext][2][1] * v[col][1] + A[Anext][2][2] * v[col][2];
      if (col == i) continue;
      w[col][0] += A[Anext][0][0] * v[i][0] + A[Anext][1][0] * v[i][1] + A[Anext][2][0] * v[i][2];
      w[col][1] += A[Anext][0][1] * v[i][0] + A[Anext][1][1] * v[i][1] + A[Anext][2][1] * v[i][2];
      w[col][2] += A[Anext][0][2] * v[i][0] + A[Anext][1][2] * v[i][1] + A[Anext][2][2] * v[i][2];
    }
    w[i][0] += sum0;
    w[i][1] += sum1;
    w[i][2] += sum2;
  }
}

static double phi(double t) { return t <= Exc ? 0.5 * (1 - cos(t * 3.14159265 / Exc)) : 1; }

/* Computes the displacements of the next step from those of the last two. */
static void advance(int was, int is, int next, double dt, double t) {
  for (int i = 0; i < points; i++)
    for (int j = 0; j < 3; j++) disp[next][i][j] *= -dt * dt;
  for (int i = 0; i < points; i++)
    for (int j = 0; j < 3; j++)
      disp[next][i][j] += 2 * M[i][j] * disp[is][i][j] - (M[i][j] - dt / 2 * C[i][j]) * disp[was][i][j] -
                          dt * dt * (M23[i][j] * phi(t) / 2 + C23[i][j] * phi(t) / 2);
  for (int i = 0; i < points; i++)
    for (int j = 0; j < 3; j++) disp[next][i][j] /= M[i][j] + dt / 2 * C[i][j];
  for (int i = 0; i < points; i++)
    for (int j = 0; j < 3; j++) V[i][j] = (disp[next][i][j] - disp[was][i][j]) / (2 * dt);
}

static void make_arrays(void) {
  points = edge * edge * edge;
  place = get((size_t)points, sizeof *place);
  first = get((size_t)points + 1, sizeof *first);
  column = get((size_t)points * NEAR, sizeof *column);
  K = get((size_t)points * NEAR, sizeof(double **));
  disp = get(3, sizeof(double **));
  for (int i = 0; i < 3; i++) disp[i] = rows(points, 3);
  M = rows(points, 3);
  C = rows(points, 3);
  V = rows(points, 3);
  M23 = rows(points, 3);
  C23 = rows(points, 3);
  n_source = points / 100 + 1;
  source = get((size_t)n_source, sizeof *source);
}

int main(int n, char **args) {
  int steps = n > 2 ? atoi(args[2]) : STEPS, was = 0, is = 1, next = 2;
  const double dt = 0.0024;
  if (n > 1) edge = atoi(args[1]);
  if (edge < 4) edge = 4;
  make_arrays();
  number_points();
  make_matrix();
  Exc = 10 * dt;
  for (int i = 0; i < points; i++) {
    for (int j = 0; j < 3; j++) M[i][j] = 1 + dice();
    for (int j = 0; j < 3; j++) C[i][j] = 0.1 * dice();
    for (int j = 0; j < 3; j++) M23[i][j] = C23[i][j] = 0.001 * dice();
  }
  for (int i = 0; i < n_source; i++) source[i] = (int)(dice() * points);
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < points; i++)
      for (int j = 0; j < 3; j++) disp[next][i][j] = 0;
    for (int i = 0; i < n_source; i++) disp[is][source[i]][2] += phi(step * dt);
    smvp(points, K, column, first, disp[is], disp[next]);
    advance(was, is, next, dt, step * dt);
    int free_now = was;
    was = is;
    is = next;
    next = free_now;
  }
  printf("%d points, %d entries: displacement %.9f\n", points, entries, disp[is][source[0]][2]);
  return 0;
}
