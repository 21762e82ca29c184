/* cxsparse.c: solves a symmetric system with CXSparse's Cholesky factorization, which is simplicial and up-looking.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cs.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/solvers/solvers.h"

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "natural amd", 1}, {NULL}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  cs_di A = {.nzmax = m.start[m.rows], .m = m.rows, .n = m.rows, .p = m.start, .i = m.column, .x = m.value, .nz = -1};
  double *x = solvers_right_side(&m);
  solvers_begin("factor and solve");
  int solved = cs_di_cholsol(options[0].value, &A, x);
  solvers_end();
  if (!solved) fputs("cxsparse: no solution\n", stderr);
  solvers_check(&m, x);
  free(x);
  solvers_matrix_free(&m);
  return 0;
}
