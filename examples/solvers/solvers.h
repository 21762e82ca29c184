/* solvers.h: the common part of the drivers of sparse solvers: matrices, options, stages, and a check of the solution.
 *
 * Every driver has the command line DRIVER [--OPTION=VALUE ...] MATRIX. MATRIX is a Matrix Market file, or one of the
 * matrices that solvers_matrix_make() describes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_SOLVERS_SOLVERS_H
#define EXAMPLES_SOLVERS_SOLVERS_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A square sparse matrix with all elements stored, also those of a symmetric matrix. Row i has the elements start[i]
 * to start[i + 1] - 1, in ascending columns. If the matrix is symmetric, its rows are also its columns. */
typedef struct {
  int rows;
  int *start; /* rows + 1 elements */
  int *column;
  double *value;
  bool symmetric; /* also positive definite, unless it comes from a file */
} solvers_matrix;

/* Prints the kinds of matrices that solvers_matrix_make() generates, as "KIND:N|". */
void solvers_matrix_kinds(FILE *file);

/* Returns the matrix that `name` describes:
 *
 *   lap2d:N       the 5-point Laplacian on a square grid of N x N points, in the order of its rows
 *   lap3d:N       the 7-point Laplacian on a cubic grid of N x N x N points
 *   graph:N       I + the Laplacian of a graph of N nodes whose degrees follow a power law (preferential attachment,
 *                 4 edges for each new node)
 *   convection:N  diffusion and a strong flow on a square grid of N x N points, with upwind differences: not symmetric
 *   mesh:N        as lap2d:N, with the points in random order, as the points of a mesh can come from a file
 *   blocks:N      N full blocks of 8 x 8 elements on the diagonal, each coupled to the next one by a diagonal block
 *   FILE          a Matrix Market file: coordinate, real, integer or pattern, general or symmetric
 *
 * If `name` is wrong, prints the error, and ends the program with status 1. The caller frees the matrix with
 * solvers_matrix_free(). */
solvers_matrix solvers_matrix_make(const char *name);

/* Returns the matrix with rows and columns renumbered in the order of a breadth-first search (Cuthill and McKee):
 * neighbours get numbers that are close to each other. The matrix must be symmetric. The caller frees the result. */
solvers_matrix solvers_matrix_by_levels(const solvers_matrix *matrix);

void solvers_matrix_free(solvers_matrix *matrix);

/* An option of the command line. */
typedef struct {
  const char *name;    /* without -- */
  const char *choices; /* its values, separated by spaces; empty: a number above 0 */
  int value;           /* the number, or the index of the choice; before, the default */
} solvers_option;

/* Reads the options, and returns the name of the matrix. `options` ends with an option without name. On an error,
 * prints the usage, and ends the program with status 2. */
const char *solvers_arguments(int argc, char **argv, solvers_option *options);

/* Begins a stage of the program, such as "factor". MemSpy counts from the first stage on: with
 * --collect-atstart=no, reading the matrix does not count. */
void solvers_begin(const char *stage);

/* Ends the current stage, prints its name, its wall-clock time and the time of all processors, and stops
 * counting. */
void solvers_end(void);

/* Returns the solution of the systems in a row, 1 to 10. */
double solvers_solution(int row);

/* Returns the right-hand side of the system with that solution. The caller frees it. */
double *solvers_right_side(const solvers_matrix *matrix);

/* Prints the largest error of `x`, and ends the program with status 1 if it is above 1e-3. */
void solvers_check(const solvers_matrix *matrix, const double *x);

/* As malloc and calloc, but if there is no memory, prints an error and ends the program. */
void *solvers_alloc(unsigned long bytes);

#ifdef __cplusplus
}
#endif

#endif
