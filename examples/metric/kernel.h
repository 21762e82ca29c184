/* kernel.h: what the kernels of METRIC's section 7 share.
 *
 * The paper's tables count references of the machine code: every use of an array element in the source is one load or
 * store, in a fixed order, none of them held in a register. An element is volatile here, which is what that means in C,
 * whatever the compiler and its options. Loop counters and bounds are in registers.
 *
 * usage: PROGRAM [N]: matrices of N x N, 2 to 800. The reference points are in kernel(); the paper looks at its first
 * 1,000,000 references, with N = 800.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_METRIC_KERNEL_H
#define EXAMPLES_METRIC_KERNEL_H

#include <stdio.h>
#include <stdlib.h>

enum { MAT_DIM = 800 };

typedef volatile double element;
typedef element row[MAT_DIM];

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
