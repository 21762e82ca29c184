/* cg.c: a conjugate gradient with MPI: the ranks share the rows of a sparse matrix, and each step gathers the whole
 * vector.
 *
 *   cg [N [STEPS [EXTRA]]]
 *
 * The matrix is that of a line of N points (2 on the diagonal, -1 next to it) and a far neighbour. In each step, rank 1
 * has additional work of EXTRA times the normal amount. Rank 0 prints the residual.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n, first, rows; /* of the matrix; of this rank */
static double *x, *r, *p, *q, *whole;
static int *counts, *starts;

static void multiply(void) {
  for (int i = 0; i < rows; i++) {
    const int row = first + i;
    double sum = 4 * whole[row];
    if (row > 0) sum -= whole[row - 1];
    if (row + 1 < n) sum -= whole[row + 1];
    q[i] = sum - 0.5 * whole[n - 1 - row];
  }
}

static double dot(const double *a, const double *b) {
  double mine = 0, all;
  for (int i = 0; i < rows; i++) mine += a[i] * b[i];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void add(double *to, double factor, const double *from) {
  for (int i = 0; i < rows; i++) to[i] += factor * from[i];
}

static double *fresh(int size) { return calloc((size_t)size, sizeof(double)); }

static void deal_rows(int rank, int ranks) {
  counts = calloc((size_t)ranks, sizeof *counts);
  starts = calloc((size_t)ranks, sizeof *starts);
  for (int i = 0; i < ranks; i++) {
    starts[i] = (int)((long)n * i / ranks);
    counts[i] = (int)((long)n * (i + 1) / ranks) - starts[i];
  }
  first = starts[rank];
  rows = counts[rank];
}

/* The work that the tests examine. */
__attribute__((noinline)) void solve(int rank, int steps, int extra);

void solve(int rank, int steps, int extra) {
  for (int i = 0; i < rows; i++) r[i] = p[i] = 1;
  double left = dot(r, r);
  for (int step = 0; step < steps && left > 1e-20; step++) {
    MPI_Allgatherv(p, rows, MPI_DOUBLE, whole, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int again = 0; again <= (rank == 1 ? extra : 0); again++) multiply();
    const double alpha = left / dot(p, q);
    add(x, alpha, p);
    add(r, -alpha, q);
    const double now = dot(r, r), beta = now / left;
    for (int i = 0; i < rows; i++) p[i] = r[i] + beta * p[i];
    left = now;
  }
  if (rank == 0) printf("residual %.3e\n", left);
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  n = argc > 1 ? atoi(argv[1]) : 2000;
  const int steps = argc > 2 ? atoi(argv[2]) : 4, extra = argc > 3 ? atoi(argv[3]) : 0;
  deal_rows(rank, ranks);
  x = fresh(rows), r = fresh(rows), p = fresh(rows), q = fresh(rows), whole = fresh(n);
  solve(rank, steps, extra);
  free(x), free(r), free(p), free(q), free(whole), free(counts), free(starts);
  MPI_Finalize();
  return 0;
}
