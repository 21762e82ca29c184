/* cholmod.c: solves a symmetric system with CHOLMOD: ordering, factorization (simplicial or supernodal), solution.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cholmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/solvers/solvers.h"

/* Returns the upper triangle, as CHOLMOD wants symmetric matrices. */
static cholmod_sparse *upper(const solvers_matrix *m, cholmod_common *common) {
  cholmod_sparse *A = cholmod_allocate_sparse(m->rows, m->rows, m->start[m->rows], true, true, 1, CHOLMOD_REAL, common);
  int *start = A->p, *row = A->i, n = 0;
  double *value = A->x;
  for (int column = 0; column < m->rows; column++) {
    start[column] = n;
    for (int j = m->start[column]; j < m->start[column + 1]; j++) {
      if (m->column[j] > column) continue;
      row[n] = m->column[j];
      value[n++] = m->value[j];
    }
  }
  start[m->rows] = n;
  return A;
}

static void set_options(cholmod_common *common, const solvers_option *options) {
  static const int orderings[] = {CHOLMOD_AMD, CHOLMOD_METIS, CHOLMOD_NATURAL};
  static const int kinds[] = {CHOLMOD_SUPERNODAL, CHOLMOD_SIMPLICIAL};
  common->nmethods = 1;
  common->method[0].ordering = orderings[options[0].value];
  common->postorder = options[0].value != 2;
  common->supernodal = kinds[options[1].value];
}

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "amd metis natural", 0},
                              {"factor", "supernodal simplicial", 0},
                              {"right-sides", "", 1},
                              {NULL}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  int sides = options[2].value;
  cholmod_common common;
  cholmod_start(&common);
  set_options(&common, options);
  cholmod_sparse *A = upper(&m, &common);
  cholmod_dense *b = cholmod_allocate_dense(m.rows, sides, m.rows, CHOLMOD_REAL, &common);
  double *right = solvers_right_side(&m);
  for (int i = 0; i < sides; i++) memcpy((double *)b->x + (long)i * m.rows, right, m.rows * sizeof *right);
  solvers_begin("analyze");
  cholmod_factor *L = cholmod_analyze(A, &common);
  solvers_end();
  solvers_begin("factor");
  cholmod_factorize(A, L, &common);
  solvers_end();
  solvers_begin("solve");
  cholmod_dense *x = cholmod_solve(CHOLMOD_A, L, b, &common);
  solvers_end();
  printf("elements of L: %.0f, operations: %.3g\n", common.lnz, common.fl);
  solvers_check(&m, x->x);
  cholmod_free_dense(&x, &common);
  cholmod_free_dense(&b, &common);
  cholmod_free_factor(&L, &common);
  cholmod_free_sparse(&A, &common);
  cholmod_finish(&common);
  free(right);
  solvers_matrix_free(&m);
  return 0;
}
