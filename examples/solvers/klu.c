/* klu.c: solves a system with KLU, a solver for circuits: left-looking, column by column. A circuit simulator factors
 * matrices of one pattern again and again.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <klu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/solvers/solvers.h"

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "amd colamd", 0}, {"steps", "", 1}, {NULL}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  klu_common common;
  klu_defaults(&common);
  common.ordering = options[0].value;
  double *b = solvers_right_side(&m), *x = solvers_alloc(m.rows * sizeof *x);
  solvers_begin("analyze");
  klu_symbolic *symbolic = klu_analyze(m.rows, m.start, m.column, &common);
  solvers_end();
  solvers_begin("factor");
  klu_numeric *numeric = klu_factor(m.start, m.column, m.value, symbolic, &common);
  solvers_end();
  for (int step = 0; step < options[1].value; step++) {
    solvers_begin("refactor and solve");
    klu_refactor(m.start, m.column, m.value, symbolic, numeric, &common);
    memcpy(x, b, m.rows * sizeof *x);
    klu_tsolve(symbolic, numeric, m.rows, 1, x, &common); /* KLU reads the rows as columns. */
    solvers_end();
  }
  printf("elements of L and U: %d\n", numeric->lnz + numeric->unz);
  solvers_check(&m, x);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  free(b);
  free(x);
  solvers_matrix_free(&m);
  return 0;
}
