/* tri_system.h: the arrays that a solver refers to, at chosen positions in the cache.
 *
 * The misses of a direct-mapped cache depend on addresses, so the program chooses them. Every array starts at its
 * own offset from a multiple of TRI_PLACES, the size of the paper's cache: two arrays at the same offset use the
 * same sets. Each array is a heap block that its own function allocates and a global variable points to, as in the
 * paper's program: memspy names its data by that variable.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_SYSTEM_H
#define EXAMPLES_TRI_TRI_SYSTEM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "examples/tri/tri_order.h"

/* Offsets, in bytes. M.nz, M.col and M.row are at consecutive offsets, as in contiguous memory; so are b and the
 * list of rows. */
enum { TRI_PLACES = 65536, TRI_X_OFFSET = 0, TRI_B_OFFSET = 32768, TRI_M_OFFSET = 49152 };

typedef enum { TRI_SEQ, TRI_ORIG, TRI_STEP1, TRI_STEP2, TRI_STEP3, TRI_VERSIONS } tri_version;

/* M x = b, set up for one version. */
typedef struct {
  tri_matrix M; /* renumbered from step 1 on */
  double *x;    /* in steps 2 and 3, an element is NaN until it is computed */
  double *b;
  atomic_int *Ready; /* original and step 1: Ready[i] is 1 when x[i] is computed */
  int *mine;         /* original: the rows, processor by processor; NULL: rows are numbered in this order */
  bool renumbered;
  tri_order order;
} tri_system;

/* The arrays of the latest system. */
extern tri_matrix M;
extern double *x, *b;
extern atomic_int *Ready;
extern int *mine;

/* Return the name of a version on the command line, and whether it waits for Ready. */
const char *tri_version_name(tri_version version);
bool tri_version_uses_ready(tri_version version);

/* Returns the system M x = b. `ready_offset`: the offset of Ready, 0 to TRI_PLACES - 1 bytes. The sequential version
 * ignores `processors` and uses one. The caller frees the system with tri_system_free(). */
tri_system tri_system_make(const tri_matrix *matrix, tri_version version, int processors, size_t ready_offset);
void tri_system_free(tri_system *system);

/* Returns the number in the original matrix of row i of the system. */
int tri_system_old_row(const tri_system *system, int i);

#endif
