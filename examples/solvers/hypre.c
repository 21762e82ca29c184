/* hypre.c: solves a symmetric system with hypre's BoomerAMG, an algebraic multigrid, as preconditioner of PCG. Each rank
 * of MPI has a contiguous part of the rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/solvers/solvers.h"

/* The rows first to last of this rank. */
typedef struct {
  int first, last;
} part;

static part part_of(int rows, int rank, int ranks) {
  return (part){(int)((long)rows * rank / ranks), (int)((long)rows * (rank + 1) / ranks) - 1};
}

static HYPRE_IJMatrix make_matrix(const solvers_matrix *m, part p) {
  HYPRE_IJMatrix A;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, p.first, p.last, p.first, p.last, &A);
  HYPRE_IJMatrixSetObjectType(A, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(A);
  for (int i = p.first; i <= p.last; i++) {
    int n = m->start[i + 1] - m->start[i];
    HYPRE_IJMatrixSetValues(A, 1, &n, &i, m->column + m->start[i], m->value + m->start[i]);
  }
  HYPRE_IJMatrixAssemble(A);
  return A;
}

/* Returns a vector with the values of this rank. */
static HYPRE_IJVector make_vector(const double *values, part p) {
  HYPRE_IJVector v;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, p.first, p.last, &v);
  HYPRE_IJVectorSetObjectType(v, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(v);
  for (int i = p.first; i <= p.last; i++) HYPRE_IJVectorSetValues(v, 1, &i, values + i);
  HYPRE_IJVectorAssemble(v);
  return v;
}

static HYPRE_Solver make_amg(const solvers_option *options) {
  static const int coarsenings[] = {6, 8, 10}, relaxations[] = {6, 18, 16};
  HYPRE_Solver amg;
  HYPRE_BoomerAMGCreate(&amg);
  HYPRE_BoomerAMGSetCoarsenType(amg, coarsenings[options[0].value]);
  HYPRE_BoomerAMGSetRelaxType(amg, relaxations[options[1].value]);
  HYPRE_BoomerAMGSetAggNumLevels(amg, options[2].value);
  HYPRE_BoomerAMGSetTol(amg, 0);
  HYPRE_BoomerAMGSetMaxIter(amg, 1);
  return amg;
}

int main(int argc, char **argv) {
  solvers_option options[] = {{"coarsening", "falgout pmis hmis", 0},
                              {"smoother", "gauss-seidel jacobi chebyshev", 0},
                              {"aggressive", "no yes", 0},
                              {NULL}};
  MPI_Init(&argc, &argv);
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  int rank, ranks, iterations;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  HYPRE_Init();
  part p = part_of(m.rows, rank, ranks);
  double *right = solvers_right_side(&m), *values = solvers_alloc(m.rows * sizeof *values);
  HYPRE_IJMatrix A = make_matrix(&m, p);
  HYPRE_IJVector b = make_vector(right, p), x = make_vector(values, p);
  HYPRE_ParCSRMatrix parcsr;
  HYPRE_ParVector par_b, par_x;
  HYPRE_IJMatrixGetObject(A, (void **)&parcsr);
  HYPRE_IJVectorGetObject(b, (void **)&par_b);
  HYPRE_IJVectorGetObject(x, (void **)&par_x);
  HYPRE_Solver pcg, amg = make_amg(options);
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
  HYPRE_PCGSetTol(pcg, 1e-9);
  HYPRE_PCGSetMaxIter(pcg, 200);
  HYPRE_PCGSetPrecond(pcg, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, amg);
  solvers_begin("set up");
  HYPRE_ParCSRPCGSetup(pcg, parcsr, par_b, par_x);
  solvers_end();
  solvers_begin("solve");
  HYPRE_ParCSRPCGSolve(pcg, parcsr, par_b, par_x);
  solvers_end();
  HYPRE_PCGGetNumIterations(pcg, &iterations);
  for (int i = p.first; i <= p.last; i++) HYPRE_IJVectorGetValues(x, 1, &i, values + i);
  MPI_Allreduce(MPI_IN_PLACE, values, m.rows, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (!rank) {
    printf("%d iterations\n", iterations);
    solvers_check(&m, values);
  }
  HYPRE_ParCSRPCGDestroy(pcg);
  HYPRE_BoomerAMGDestroy(amg);
  HYPRE_IJMatrixDestroy(A);
  HYPRE_IJVectorDestroy(b);
  HYPRE_IJVectorDestroy(x);
  HYPRE_Finalize();
  free(right);
  free(values);
  solvers_matrix_free(&m);
  MPI_Finalize();
  return 0;
}
