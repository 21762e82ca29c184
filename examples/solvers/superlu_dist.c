/* superlu_dist.c: solves a system with SuperLU_DIST: supernodes in two dimensions of ranks, right-looking.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <superlu_ddefs.h>

#include "examples/solvers/solvers.h"

/* Returns the matrix by columns. SuperLU_DIST frees its arrays. */
static SuperMatrix make_matrix(const solvers_matrix *m) {
  SuperMatrix A;
  double *value;
  int_t *row, *start;
  int elements = m->start[m->rows];
  dallocateA_dist(m->rows, elements, &value, &row, &start);
  memset(start, 0, (m->rows + 1ul) * sizeof *start);
  for (int j = 0; j < elements; j++) start[m->column[j] + 1]++;
  for (int i = 0; i < m->rows; i++) start[i + 1] += start[i];
  for (int i = 0; i < m->rows; i++)
    for (int j = m->start[i]; j < m->start[i + 1]; j++) {
      int_t at = start[m->column[j]]++;
      row[at] = i;
      value[at] = m->value[j];
    }
  memmove(start + 1, start, m->rows * sizeof *start);
  start[0] = 0;
  dCreate_CompCol_Matrix_dist(&A, m->rows, m->rows, elements, value, row, start, SLU_NC, SLU_D, SLU_GE);
  return A;
}

int main(int argc, char **argv) {
  solvers_option options[] = {{"ordering", "natural mmd colamd", 1}, {"rows", "", 1}, {NULL}};
  static const colperm_t orderings[] = {NATURAL, MMD_AT_PLUS_A, COLAMD};
  MPI_Init(&argc, &argv);
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  int ranks, error, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gridinfo_t grid;
  superlu_gridinit(MPI_COMM_WORLD, options[1].value, ranks / options[1].value, &grid);
  superlu_dist_options_t settings;
  set_default_options_dist(&settings);
  settings.PrintStat = NO;
  settings.ColPerm = orderings[options[0].value];
  SuperMatrix A = make_matrix(&m);
  double *b = solvers_right_side(&m), berr;
  dScalePermstruct_t scale;
  dLUstruct_t lu;
  SuperLUStat_t statistics;
  dScalePermstructInit(m.rows, m.rows, &scale);
  dLUstructInit(m.rows, &lu);
  PStatInit(&statistics);
  solvers_begin("factor and solve");
  pdgssvx_ABglobal(&settings, &A, &scale, b, m.rows, 1, &grid, &lu, &berr, &statistics, &error);
  solvers_end();
  if (error) fprintf(stderr, "superlu_dist: error %d\n", error);
  if (!rank) solvers_check(&m, b);
  PStatFree(&statistics);
  Destroy_CompCol_Matrix_dist(&A);
  dDestroy_LU(m.rows, &grid, &lu);
  dScalePermstructFree(&scale);
  dLUstructFree(&lu);
  superlu_gridexit(&grid);
  free(b);
  solvers_matrix_free(&m);
  MPI_Finalize();
  return 0;
}
