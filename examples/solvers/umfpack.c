/* umfpack.c: solves a system with UMFPACK, which eliminates by fronts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <umfpack.h>

#include "examples/solvers/solvers.h"

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "amd metis natural", 0}, {"block", "", 32}, {NULL}};
  static const double orderings[] = {UMFPACK_ORDERING_AMD, UMFPACK_ORDERING_METIS, UMFPACK_ORDERING_NONE};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  double control[UMFPACK_CONTROL], information[UMFPACK_INFO];
  umfpack_di_defaults(control);
  control[UMFPACK_ORDERING] = orderings[options[0].value];
  control[UMFPACK_BLOCK_SIZE] = options[1].value;
  double *b = solvers_right_side(&m), *x = solvers_alloc(m.rows * sizeof *x);
  void *symbolic, *numeric;
  solvers_begin("analyze");
  umfpack_di_symbolic(m.rows, m.rows, m.start, m.column, m.value, &symbolic, control, information);
  solvers_end();
  solvers_begin("factor");
  umfpack_di_numeric(m.start, m.column, m.value, symbolic, &numeric, control, information);
  solvers_end();
  /* UMFPACK reads the rows as columns. */
  solvers_begin("solve");
  umfpack_di_solve(UMFPACK_At, m.start, m.column, m.value, x, b, numeric, control, information);
  solvers_end();
  printf("elements of L and U: %.0f\n", information[UMFPACK_LNZ] + information[UMFPACK_UNZ]);
  solvers_check(&m, x);
  umfpack_di_free_symbolic(&symbolic);
  umfpack_di_free_numeric(&numeric);
  free(b);
  free(x);
  solvers_matrix_free(&m);
  return 0;
}
