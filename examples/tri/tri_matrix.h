/* tri_matrix.h: the matrix M of the system M x = b: sparse, lower triangular, with a unit diagonal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_MATRIX_H
#define EXAMPLES_TRI_TRI_MATRIX_H

/* The elements below the diagonal, row by row, as the paper stores them. The diagonal is 1 and not stored.
 * Element j of nz is in column col[j]; row i has the elements row[i] to row[i + 1] - 1, in any order. */
typedef struct {
  int rows;
  int *row; /* rows + 1 */
  int *col;
  double *nz;
} tri_matrix;

/* Reads the lower triangle of a matrix from a Matrix Market file ("matrix coordinate", real, integer or
 * pattern, general or symmetric). What is wrong with the file is said with its name and line, and the
 * program ends with status 1. The caller frees the matrix with tri_matrix_free(). */
tri_matrix tri_matrix_read(const char *name);

/* The lower triangle of the matrix that a 9-point stencil makes of a square grid with `side` points a side:
 * each point depends on its neighbours to the west, north-west, north and north-east. */
tri_matrix tri_matrix_stencil(int side);

/* M with rows and columns renumbered alike: row i of the result is row old[i] of `from`. The entries of a
 * row keep their order, so that a sum over them is the same to the last bit. */
tri_matrix tri_matrix_reordered(const tri_matrix *from, const int *old);

void tri_matrix_free(tri_matrix *matrix);

/* malloc that does not fail: it says that there is no memory, and ends the program. */
void *tri_alloc(unsigned long bytes);

#endif
