/* kernel.h: what the kernels of METRIC's section 7 share.
 *
 * The paper's tables count references of the machine code: every use of an array element in the source is one load or
 * store, in a fixed order, none of them held in a register. An element is volatile here, which is what that means in C,
 * whatever the compiler and its options. Loop counters and bounds are in registers.
 *
 * usage: PROGRAM [N]: matrices of N x N, 2 to MAT_DIM. The reference points are in kernel(); the paper looks at its first
 * 1,000,000 references, with N = 800.
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

/* Elements behind each row that nothing uses. The paper has none. */
#ifndef MAT_PAD
#define MAT_PAD 0
#endif

/* The paper does not say where its matrices lie. Where lines of two of them meet in the cache decides what the interchanged
 * and fused ADI kernels miss. Matrices of MAT_DIM rows, one after the other, begin half of a way (16 KB) apart; with four
 * rows more it is 1 KB, and the numbers of misses are the paper's to a quarter of a percent. They begin one element behind
 * the beginning of a line: the paper's tiled kernel misses nine lines for 16 elements, where eight would hold them. */
enum { ROWS = MAT_DIM + 4 };

typedef volatile double element;
typedef element row[MAT_DIM + MAT_PAD];

/* One after the other, in the order of the source. gcc orders variables as it likes unless it is told; clang orders those
 * without a value by their first use, and aligns those without a section of their own better. */
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
