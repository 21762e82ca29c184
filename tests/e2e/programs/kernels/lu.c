/* lu.c: factors a dense matrix into a lower and an upper triangular matrix, block by block. Each block belongs to a
 * thread: the threads form a rectangular board, which is repeated over the whole matrix. Each block is contiguous in
 * memory.
 *
 * For each block on the diagonal, its owner factors it; the owners of the blocks to its right and below divide by it;
 * the owners of all blocks to the lower right subtract products of those. Each element is computed by the same
 * operations in the same order as without blocks, so the results are the same to the last bit.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/e2e/programs/kernels/kernels.h"

enum { BLOCK = 16, SIZE = 96 };

static unsigned blocks, board_rows, board_columns; /* of the matrix, in one direction; of the board */
static double (*matrix)[BLOCK][BLOCK];             /* by row and column of blocks */
static double *plain;                              /* the matrix as a plain array, row by row */

static double (*block_at(unsigned i, unsigned j))[BLOCK] { return matrix[i * blocks + j]; }

static unsigned owner_of(unsigned i, unsigned j) { return i % board_rows * board_columns + j % board_columns; }

static void factor(double (*a)[BLOCK]) {
  for (unsigned k = 0; k < BLOCK; k++)
    for (unsigned i = k + 1; i < BLOCK; i++) {
      a[i][k] /= a[k][k];
      for (unsigned j = k + 1; j < BLOCK; j++) a[i][j] -= a[i][k] * a[k][j];
    }
}

/* Divides a block below the diagonal. */
static void divide_by_upper(double (*a)[BLOCK], double (*diagonal)[BLOCK]) {
  for (unsigned k = 0; k < BLOCK; k++)
    for (unsigned i = 0; i < BLOCK; i++) {
      a[i][k] /= diagonal[k][k];
      for (unsigned j = k + 1; j < BLOCK; j++) a[i][j] -= a[i][k] * diagonal[k][j];
    }
}

/* Divides a block to the right of the diagonal. */
static void divide_by_lower(double (*a)[BLOCK], double (*diagonal)[BLOCK]) {
  for (unsigned k = 0; k < BLOCK; k++)
    for (unsigned i = k + 1; i < BLOCK; i++)
      for (unsigned j = 0; j < BLOCK; j++) a[i][j] -= diagonal[i][k] * a[k][j];
}

static void subtract_product(double (*a)[BLOCK], double (*left)[BLOCK], double (*above)[BLOCK]) {
  for (unsigned k = 0; k < BLOCK; k++)
    for (unsigned i = 0; i < BLOCK; i++)
      for (unsigned j = 0; j < BLOCK; j++) a[i][j] -= left[i][k] * above[k][j];
}

static void work(unsigned number) {
  for (unsigned k = 0; k < blocks; k++) {
    if (owner_of(k, k) == number) factor(block_at(k, k));
    meet();
    for (unsigned i = k + 1; i < blocks; i++) {
      if (owner_of(i, k) == number) divide_by_upper(block_at(i, k), block_at(k, k));
      if (owner_of(k, i) == number) divide_by_lower(block_at(k, i), block_at(k, k));
    }
    meet();
    for (unsigned i = k + 1; i < blocks; i++)
      for (unsigned j = k + 1; j < blocks; j++)
        if (owner_of(i, j) == number) subtract_product(block_at(i, j), block_at(i, k), block_at(k, j));
  }
}

/* The largest elements are on the diagonal, so that the program need not search for pivots. */
static void fill(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      const double value = kernel_fraction() - 0.5 + (i == j ? n : 0);
      plain[i * n + j] = value;
      block_at(i / BLOCK, j / BLOCK)[i % BLOCK][j % BLOCK] = value;
    }
}

static void factor_plainly(unsigned n) {
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = k + 1; i < n; i++) {
      plain[i * n + k] /= plain[k * n + k];
      for (unsigned j = k + 1; j < n; j++) plain[i * n + j] -= plain[i * n + k] * plain[k * n + j];
    }
}

int main(int argc, char **argv) {
  const unsigned n = kernel_arguments(argc, argv, SIZE);
  EXPECT(n % BLOCK == 0);
  blocks = n / BLOCK;
  for (board_rows = 1; board_rows * board_rows * 4 <= n_threads && n_threads % (board_rows * 2) == 0;) board_rows *= 2;
  board_columns = n_threads / board_rows;
  matrix = kernel_memory(blocks * blocks, sizeof *matrix);
  plain = kernel_memory(n * n, sizeof *plain);
  fill(n);
  kernel_run(work);
  factor_plainly(n);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) EXPECT(block_at(i / BLOCK, j / BLOCK)[i % BLOCK][j % BLOCK] == plain[i * n + j]);
  kernel_print(plain, n * n * sizeof *plain);
  free(matrix);
  free(plain);
  return 0;
}
