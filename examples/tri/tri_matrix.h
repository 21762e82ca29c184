/* tri_matrix.h: the matrix M of the system M x = b: sparse, lower triangular, with a unit diagonal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_MATRIX_H
#define EXAMPLES_TRI_TRI_MATRIX_H

/* The elements below the diagonal, row by row, as in the paper. The diagonal is 1 and not stored.
 * Element j of nz is in column col[j]; row i has the elements row[i] to row[i + 1] - 1, in any order. */
typedef struct {
  int rows;
  int *row; /* rows + 1 elements */
  int *col;
  double *nz;
} tri_matrix;

/* Reads the lower triangle of a matrix from a Matrix Market file ("matrix coordinate", real, integer or
 * pattern, general or symmetric). If the file is wrong, prints its name, the line and the error, and ends the
 * program with status 1. The caller frees the matrix with tri_matrix_free(). */
tri_matrix tri_matrix_read(const char *name);

/* Returns the lower triangle of the matrix of a 9-point stencil on a square grid with `side` points a side:
 * each point depends on its neighbours to the west, north-west, north and north-east. */
tri_matrix tri_matrix_stencil(int side);

/* Returns `from` with renumbered rows and columns: row i of the result is row old[i] of `from`. The entries of a
 * row keep their order, so that a sum over them is the same to the last bit. */
tri_matrix tri_matrix_reordered(const tri_matrix *from, const int *old);

void tri_matrix_free(tri_matrix *matrix);

/* As malloc, but if there is no memory, prints an error and ends the program. */
void *tri_alloc(unsigned long bytes);

#endif
