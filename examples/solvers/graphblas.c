/* graphblas.c: solves a symmetric system by conjugate gradients with SuiteSparse:GraphBLAS, and counts the triangles of
 * its graph. GraphBLAS runs with OpenMP.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/solvers/solvers.h"

static GrB_Matrix make_matrix(const solvers_matrix *m) {
  GrB_Matrix A;
  GrB_Matrix_new(&A, GrB_FP64, m->rows, m->rows);
  for (int i = 0; i < m->rows; i++)
    for (int j = m->start[i]; j < m->start[i + 1]; j++) GrB_Matrix_setElement_FP64(A, m->value[j], i, m->column[j]);
  GrB_Matrix_wait(A, GrB_MATERIALIZE);
  return A;
}

static double dot(GrB_Vector product, GrB_Vector a, GrB_Vector b) {
  double sum = 0;
  GrB_Vector_eWiseMult_BinaryOp(product, NULL, NULL, GrB_TIMES_FP64, a, b, NULL);
  GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, product, NULL);
  return sum;
}

/* y = y + factor x */
static void add(GrB_Vector y, double factor, GrB_Vector x, GrB_Vector product) {
  GrB_Vector_apply_BinaryOp1st_FP64(product, NULL, NULL, GrB_TIMES_FP64, factor, x, NULL);
  GrB_Vector_eWiseAdd_BinaryOp(y, NULL, NULL, GrB_PLUS_FP64, y, product, NULL);
}

/* Solves A x = r. At the beginning, x is 0. */
static void conjugate_gradients(GrB_Matrix A, GrB_Vector r, GrB_Vector x, int iterations) {
  GrB_Vector p, Ap, product;
  GrB_Vector_dup(&p, r);
  GrB_Vector_dup(&Ap, r);
  GrB_Vector_dup(&product, r);
  double residual = dot(product, r, r);
  for (int i = 0; i < iterations && residual > 1e-12; i++) {
    GrB_mxv(Ap, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, p, NULL);
    double step = residual / dot(product, p, Ap);
    add(x, step, p, product);
    add(r, -step, Ap, product);
    double next = dot(product, r, r);
    GrB_Vector_apply_BinaryOp1st_FP64(product, NULL, NULL, GrB_TIMES_FP64, next / residual, p, NULL);
    GrB_Vector_eWiseAdd_BinaryOp(p, NULL, NULL, GrB_PLUS_FP64, r, product, NULL);
    residual = next;
  }
  GrB_Vector_free(&p);
  GrB_Vector_free(&Ap);
  GrB_Vector_free(&product);
}

/* Each triangle has six paths i, j, k, of which the lower triangle keeps one. */
static double triangles(GrB_Matrix A) {
  GrB_Matrix L, C;
  GrB_Index n;
  double count = 0;
  GrB_Matrix_nrows(&n, A);
  GrB_Matrix_new(&L, GrB_FP64, n, n);
  GrB_Matrix_new(&C, GrB_FP64, n, n);
  GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, A, -1, NULL);
  GrB_mxm(C, L, NULL, GxB_PLUS_PAIR_FP64, L, L, GrB_DESC_ST1);
  GrB_Matrix_reduce_FP64(&count, NULL, GrB_PLUS_MONOID_FP64, C, NULL);
  GrB_Matrix_free(&L);
  GrB_Matrix_free(&C);
  return count;
}

int main(int argc, char **argv) {
  enum { DEFAULT_ITERATIONS = 500 };
  solvers_option options[] = {{"threads", "", 4}, {"iterations", "", DEFAULT_ITERATIONS}, {NULL}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  GrB_init(GrB_NONBLOCKING);
  GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, options[0].value);
  double *right = solvers_right_side(&m);
  GrB_Matrix A = make_matrix(&m);
  GrB_Vector r, x;
  GrB_Vector_new(&r, GrB_FP64, m.rows);
  GrB_Vector_new(&x, GrB_FP64, m.rows);
  for (int i = 0; i < m.rows; i++) GrB_Vector_setElement_FP64(r, right[i], i);
  GrB_Vector_assign_FP64(x, NULL, NULL, 0, GrB_ALL, m.rows, NULL);
  GrB_Vector_wait(r, GrB_MATERIALIZE);
  solvers_begin("solve");
  conjugate_gradients(A, r, x, options[1].value);
  solvers_end();
  solvers_begin("count triangles");
  double count = triangles(A);
  solvers_end();
  printf("%.0f triangles\n", count);
  for (int i = 0; i < m.rows; i++) GrB_Vector_extractElement_FP64(right + i, x, i);
  if (options[1].value == DEFAULT_ITERATIONS) solvers_check(&m, right);
  GrB_Matrix_free(&A);
  GrB_Vector_free(&r);
  GrB_Vector_free(&x);
  GrB_finalize();
  free(right);
  solvers_matrix_free(&m);
  return 0;
}
