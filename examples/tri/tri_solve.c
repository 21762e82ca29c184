/* tri_solve.c: see tri_solve.h.
 *
 * For each element of M, a solver refers to the element's column, to Ready of that column (until it is set), to
 * x of that column, and to the element. All private data stay in registers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/tri/tri_solve.h"

#include <math.h>

/* A compiler barrier: references before it are made before references after it. (It also keeps gcc 14 from padding a
 * spin loop with one more instruction.) */
#define THEN __asm__("" ::: "memory")

void SolveSequential(const tri_matrix *M, const double *b, double *x) {
  const int rows = M->rows, *row = M->row, *col = M->col;
  const double *nz = M->nz;
  for (int i = 0; i < rows; i++) {
    double accum = b[i];
    for (int j = row[i], end = row[i + 1]; j < end; j++) {
      const double value = x[col[j]];
      THEN;
      accum -= nz[j] * value;
    }
    x[i] = accum;
  }
}

void SolveReady(const tri_system *system, int processor) {
  const int *row = system->M.row, *col = system->M.col, *mine = system->mine;
  const double *nz = system->M.nz, *b = system->b;
  double *x = system->x;
  atomic_int *Ready = system->Ready;
  for (int k = system->order.first[processor], last = system->order.first[processor + 1]; k < last; k++) {
    const int i = mine ? mine[k] : k;
    double accum = b[i];
    for (int j = row[i], end = row[i + 1]; j < end; j++) {
      const int c = col[j];
      int ready;
      do {
        ready = atomic_load_explicit(&Ready[c], memory_order_acquire);
        THEN;
      } while (!ready);
      const double value = x[c];
      THEN;
      accum -= nz[j] * value;
    }
    x[i] = accum;
    atomic_store_explicit(&Ready[i], 1, memory_order_release);
  }
}

/* The solver waits only for the value itself, so the order of other references does not matter: volatile is enough. */
void SolveNaN(const tri_system *system, int processor) {
  const int *row = system->M.row, *col = system->M.col;
  const double *nz = system->M.nz, *b = system->b;
  volatile double *x = system->x;
  for (int i = system->order.first[processor], last = system->order.first[processor + 1]; i < last; i++) {
    double accum = b[i];
    for (int j = row[i], end = row[i + 1]; j < end; j++) {
      const int c = col[j];
      double value;
      do {
        value = x[c];
        THEN;
      } while (isnan(value));
      accum -= nz[j] * value;
    }
    x[i] = accum;
  }
}
