/* kernel.h: the common parts of the kernels of METRIC's section 7.
 *
 * The paper's tables count references of the machine code: every use of an array element in the source is one load or
 * store, in a fixed order, and no element is held in a register. Here the elements are volatile, which guarantees this
 * in C for any compiler and options. Loop counters and bounds are in registers.
 *
 * usage: PROGRAM [N]: matrices of N x N, N from 2 to MAT_DIM. The reference points are in kernel(); the paper evaluates
 * its first 1,000,000 references, with N = 800.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_METRIC_KERNEL_H
#define EXAMPLES_METRIC_KERNEL_H

#include <stdio.h>
#include <stdlib.h>

#ifndef MAT_DIM
#define MAT_DIM 800
#endif

/* Unused elements after each row. The paper has none. */
#ifndef MAT_PAD
#define MAT_PAD 0
#endif

/* The paper does not report the addresses of its matrices, but the interchanged and fused ADI kernels' misses depend on
 * them. Consecutive matrices of MAT_DIM rows begin half of a way (16 KB) apart in the cache; with four more rows it is
 * 1 KB, and the misses equal the paper's within 0.25 %. The matrices begin one element after the start of a line: the
 * paper's tiled kernel misses nine lines for 16 elements, although eight lines would hold them. */
enum { ROWS = MAT_DIM + 4 };

typedef volatile double element;
typedef element row[MAT_DIM + MAT_PAD];

/* Places variables consecutively, in the order of the source. gcc otherwise chooses any order; clang orders variables
 * without a value by their first use, and gives variables without a section of their own a larger alignment. */
#if defined __has_attribute
#if __has_attribute(no_reorder)
#define IN_ORDER __attribute__((no_reorder))
#endif
#endif
#ifndef IN_ORDER
#define IN_ORDER
#endif
#define PLACED(alignment) IN_ORDER __attribute__((section(".bss.matrices"), aligned(alignment)))
#define MATRIX(name) PLACED(sizeof(double)) row name[ROWS] = {{0}}

PLACED(64) volatile double before_matrices = 0;

#define KERNEL __attribute__((noinline))

/* Sets all elements of a matrix. */
static inline void fill(row *matrix, double value) {
  for (int i = 0; i < MAT_DIM; i++)
    for (int j = 0; j < MAT_DIM; j++) matrix[i][j] = value;
}

static inline int kernel_size(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : MAT_DIM;
  if (argc <= 2 && n >= 2 && n <= MAT_DIM) return n;
  fprintf(stderr, "usage: %s [N]   (2 to %d)\n", argv[0], MAT_DIM);
  exit(2);
}

#endif
