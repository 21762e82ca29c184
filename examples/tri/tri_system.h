/* tri_system.h: the arrays that a solver refers to, each where we want it in the cache.
 *
 * Which misses a direct-mapped cache has is a matter of addresses, so they are not left to chance. Every array
 * starts at an offset of its own from a multiple of TRI_PLACES, the size of the paper's cache: two arrays at one
 * offset fall on the same sets. Each is a heap block that a function of its own allocates, and that a global variable
 * holds, as in the paper's program: memspy calls its data by that variable.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_SYSTEM_H
#define EXAMPLES_TRI_TRI_SYSTEM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "examples/tri/tri_order.h"

/* Offsets, in bytes. M.nz, M.col and M.row follow one upon another, as one piece of memory would; so do b and
 * the list of rows. */
enum { TRI_PLACES = 65536, TRI_X_OFFSET = 0, TRI_B_OFFSET = 32768, TRI_M_OFFSET = 49152 };

typedef enum { TRI_SEQ, TRI_ORIG, TRI_STEP1, TRI_STEP2, TRI_STEP3, TRI_VERSIONS } tri_version;

/* M x = b, set up for one version. */
typedef struct {
  tri_matrix M; /* renumbered from step 1 on */
  double *x;    /* in step 2 and 3, NaN before it is computed */
  double *b;
  atomic_int *Ready; /* original and step 1: x[i] is computed */
  int *mine;         /* original: the rows, processor by processor; NULL: they are numbered so */
  bool renumbered;
  tri_order order;
} tri_system;

/* The arrays of the system that was made last. */
extern tri_matrix M;
extern double *x, *b;
extern atomic_int *Ready;
extern int *mine;

/* The name of a version as the command line spells it, and whether it waits for Ready. */
const char *tri_version_name(tri_version version);
bool tri_version_uses_ready(tri_version version);

/* Sets up M x = b. `ready_offset` is where Ready lies, in bytes, 0 to TRI_PLACES - 1. The sequential version
 * has one processor, whatever `processors` says. The caller frees it with tri_system_free(). */
tri_system tri_system_make(const tri_matrix *matrix, tri_version version, int processors, size_t ready_offset);
void tri_system_free(tri_system *system);

/* The number in `matrix` of row i of the system. */
int tri_system_old_row(const tri_system *system, int i);

#endif
