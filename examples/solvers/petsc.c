/* petsc.c: solves a symmetric system with PETSc's KSP: CG, preconditioned by GAMG, an algebraic multigrid. PETSc reads
 * its own options from the environment variable PETSC_OPTIONS.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <petscksp.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/solvers/solvers.h"

static PetscErrorCode make_matrix(const solvers_matrix *m, Mat *A) {
  PetscInt first, last;
  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, m->rows, m->rows, 32, NULL, 32, NULL, A));
  PetscCall(MatSetOption(*A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  PetscCall(MatGetOwnershipRange(*A, &first, &last));
  for (PetscInt i = first; i < last; i++)
    PetscCall(MatSetValues(*A, 1, &i, m->start[i + 1] - m->start[i], m->column + m->start[i], m->value + m->start[i],
                           INSERT_VALUES));
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode solve(const solvers_matrix *m, PetscBool gamg) {
  Mat A;
  Vec b, x, solution;
  KSP ksp;
  PC pc;
  PetscReal error;
  PetscInt iterations, first, last;
  PetscFunctionBeginUser;
  PetscCall(make_matrix(m, &A));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecDuplicate(x, &solution));
  PetscCall(VecGetOwnershipRange(solution, &first, &last));
  for (PetscInt i = first; i < last; i++) PetscCall(VecSetValue(solution, i, solvers_solution(i), INSERT_VALUES));
  PetscCall(VecAssemblyBegin(solution));
  PetscCall(VecAssemblyEnd(solution));
  PetscCall(MatMult(A, solution, b));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetType(ksp, KSPCG));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, gamg ? PCGAMG : PCBJACOBI));
  PetscCall(KSPSetTolerances(ksp, 1e-9, PETSC_DEFAULT, PETSC_DEFAULT, 500));
  PetscCall(KSPSetFromOptions(ksp));
  solvers_begin("set up");
  PetscCall(KSPSetUp(ksp));
  solvers_end();
  solvers_begin("solve");
  PetscCall(KSPSolve(ksp, b, x));
  solvers_end();
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(VecAXPY(x, -1, solution));
  PetscCall(VecNorm(x, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d iterations, largest error %.1e\n", (int)iterations, (double)error));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&solution));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(error <= 1e-3 ? 0 : 1);
}

int main(int argc, char **argv) {
  solvers_option options[] = {{"preconditioner", "ilu gamg", 1}, {NULL}};
  int no_arguments = 1;
  PetscCall(PetscInitialize(&no_arguments, &argv, NULL, NULL));
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  PetscErrorCode error = solve(&m, (PetscBool)options[0].value);
  solvers_matrix_free(&m);
  PetscCall(PetscFinalize());
  return error != 0;
}
