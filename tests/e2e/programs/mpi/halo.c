/* halo.c: a halo exchange with MPI: each rank has a strip of a grid, and copies of its neighbours' borders.
 *
 *   halo [WIDTH [STEPS [VICTIM]]]
 *
 * Rank VICTIM does not end, but writes its process id to the file "victim" and waits. Rank 0 prints the sum.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEIGHT = 16 }; /* rows of a strip, without the halo */

static double *grid, *next;
static int width;

static void exchange(int rank, int ranks) {
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(grid + width, width, MPI_DOUBLE, above, 0, grid + (HEIGHT + 1) * width, width, MPI_DOUBLE, below, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(grid + HEIGHT * width, width, MPI_DOUBLE, below, 1, grid, width, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void relax(void) {
  for (int y = 1; y <= HEIGHT; y++)
    for (int x = 1; x + 1 < width; x++) {
      const double *c = grid + y * width + x;
      next[y * width + x] = 0.25 * (c[-1] + c[1] + c[-width] + c[width]);
    }
  double *swap = grid;
  grid = next;
  next = swap;
}

/* The work that the tests examine. */
__attribute__((noinline)) double solve(int rank, int ranks, int steps);

double solve(int rank, int ranks, int steps) {
  double mine = 0, all = 0;
  for (int step = 0; step < steps; step++) {
    exchange(rank, ranks);
    relax();
  }
  for (int i = width; i < (HEIGHT + 1) * width; i++) mine += grid[i];
  MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  width = argc > 1 ? atoi(argv[1]) : 128;
  const int steps = argc > 2 ? atoi(argv[2]) : 4, victim = argc > 3 ? atoi(argv[3]) : -1;
  grid = calloc((size_t)(HEIGHT + 2) * (size_t)width, sizeof *grid);
  next = calloc((size_t)(HEIGHT + 2) * (size_t)width, sizeof *next);
  for (int i = 0; i < width; i++) grid[width + i] = rank + 1;
  const double all = solve(rank, ranks, steps);
  if (rank == 0) printf("sum %.6f\n", all);
  free(grid), free(next);
  MPI_Finalize();
  if (rank == victim) {
    FILE *file = fopen("victim.new", "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    rename("victim.new", "victim");
    pause();
  }
  return 0;
}
