/* spqr.c: solves a system with SPQR, a multifrontal QR factorization.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <SuiteSparseQR_C.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/solvers/solvers.h"

/* Returns the matrix with 64-bit indices. */
static cholmod_sparse *with_long_indices(const solvers_matrix *m, cholmod_common *common) {
  cholmod_sparse *A = cholmod_l_allocate_sparse(m->rows, m->rows, m->start[m->rows], true, true, 0, CHOLMOD_REAL,
                                                common);
  SuiteSparse_long *start = A->p, *row = A->i;
  for (int i = 0; i <= m->rows; i++) start[i] = m->start[i];
  for (int j = 0; j < m->start[m->rows]; j++) row[j] = m->column[j];
  memcpy(A->x, m->value, m->start[m->rows] * sizeof(double));
  return A;
}

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "amd colamd metis", 1}, {NULL}};
  static const int orderings[] = {SPQR_ORDERING_AMD, SPQR_ORDERING_COLAMD, SPQR_ORDERING_METIS};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  cholmod_common common;
  cholmod_l_start(&common);
  cholmod_sparse *rows = with_long_indices(&m, &common);
  cholmod_sparse *A = cholmod_l_transpose(rows, 1, &common);
  cholmod_dense *b = cholmod_l_zeros(m.rows, 1, CHOLMOD_REAL, &common);
  double *right = solvers_right_side(&m);
  memcpy(b->x, right, m.rows * sizeof *right);
  solvers_begin("factor and solve");
  cholmod_dense *x = SuiteSparseQR_C_backslash(orderings[options[0].value], SPQR_DEFAULT_TOL, A, b, &common);
  solvers_end();
  solvers_check(&m, x->x);
  cholmod_l_free_dense(&x, &common);
  cholmod_l_free_dense(&b, &common);
  cholmod_l_free_sparse(&A, &common);
  cholmod_l_free_sparse(&rows, &common);
  cholmod_l_finish(&common);
  free(right);
  solvers_matrix_free(&m);
  return 0;
}
