/* superlu.c: solves a system with SuperLU, which factors by panels of columns and supernodes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <slu_ddefs.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/solvers/solvers.h"

/* The sizes that SuperLU asks sp_ienv() for: columns of a panel, rows of a relaxed supernode at the bottom of the tree,
 * columns of a supernode, rows and columns of a block of a supernode that is updated by blocks, elements of L and U
 * relative to A. */
static int sizes[7] = {0, 20, 10, 200, 200, 100, 30};

/* Replaces the function of the library, which is made to be replaced. */
int sp_ienv(int which) { return which >= 1 && which <= 6 ? sizes[which] : 0; }

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "colamd mmd natural", 1},
                              {"panel", "", sizes[1]},
                              {"relaxed", "", sizes[2]},
                              {NULL}};
  static const colperm_t orderings[] = {COLAMD, MMD_AT_PLUS_A, NATURAL};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  int n = m.rows, error;
  sizes[1] = options[1].value;
  sizes[2] = options[2].value;
  superlu_options_t settings;
  set_default_options(&settings);
  settings.ColPerm = orderings[options[0].value];
  settings.SymmetricMode = m.symmetric ? YES : NO;
  if (m.symmetric) settings.DiagPivotThresh = 0.001;
  double *x = solvers_right_side(&m);
  int *column_order = solvers_alloc(n * sizeof(int)), *row_order = solvers_alloc(n * sizeof(int));
  SuperMatrix A, B, L, U;
  SuperLUStat_t statistics;
  StatInit(&statistics);
  dCreate_CompRow_Matrix(&A, n, n, m.start[n], m.value, m.column, m.start, SLU_NR, SLU_D, SLU_GE);
  dCreate_Dense_Matrix(&B, n, 1, x, n, SLU_DN, SLU_D, SLU_GE);
  solvers_begin("factor and solve");
  dgssv(&settings, &A, column_order, row_order, &L, &U, &B, &statistics, &error);
  solvers_end();
  if (error) fprintf(stderr, "superlu: error %d\n", error);
  printf("elements of L and U: %ld\n", (long)((SCformat *)L.Store)->nnz + ((NCformat *)U.Store)->nnz);
  solvers_check(&m, x);
  Destroy_SuperNode_Matrix(&L);
  Destroy_CompCol_Matrix(&U);
  Destroy_SuperMatrix_Store(&A);
  Destroy_SuperMatrix_Store(&B);
  StatFree(&statistics);
  free(x);
  free(column_order);
  free(row_order);
  solvers_matrix_free(&m);
  return 0;
}
