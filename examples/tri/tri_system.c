/* tri_system.c: see tri_system.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/tri/tri_system.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Defines a function that allocates n elements, `offset` bytes after a multiple of TRI_PLACES. */
#define NEW(name, type)                                                                      \
  __attribute__((noinline)) static type *name(size_t n, size_t offset) {                     \
    void *block;                                                                             \
    if (posix_memalign(&block, TRI_PLACES, offset + n * sizeof(type)) != 0) out_of_memory(); \
    return (type *)((char *)block + offset);                                                 \
  }

static void out_of_memory(void) {
  fputs("tri: out of memory\n", stderr);
  exit(1);
}

NEW(NewNz, double)
NEW(NewCol, int)
NEW(NewRow, int)
NEW(NewX, double)
NEW(NewB, double)
NEW(NewReady, atomic_int)
NEW(NewMine, int)

/* Frees an array of a NEW function; NULL is allowed. */
static void release(void *array) { free((void *)((uintptr_t)array & -(uintptr_t)TRI_PLACES)); }

tri_matrix M;
double *x, *b;
atomic_int *Ready;
int *mine;

/* Copies a matrix to M, in contiguous memory. */
static void place_matrix(const tri_matrix *from) {
  const size_t rows = from->rows, n = from->row[rows], col = TRI_M_OFFSET + n * sizeof(double);
  M.rows = from->rows;
  M.nz = NewNz(n, TRI_M_OFFSET);
  M.col = NewCol(n, col % TRI_PLACES);
  M.row = NewRow(rows + 1, (col + n * sizeof(int)) % TRI_PLACES);
  memcpy(M.nz, from->nz, n * sizeof *M.nz);
  memcpy(M.col, from->col, n * sizeof *M.col);
  memcpy(M.row, from->row, (rows + 1) * sizeof *M.row);
}

const char *tri_version_name(tri_version version) {
  static const char *const names[] = {"seq", "orig", "step1", "step2", "step3"};
  return names[version];
}

bool tri_version_uses_ready(tri_version version) { return version == TRI_ORIG || version == TRI_STEP1; }

int tri_system_old_row(const tri_system *system, int i) { return system->renumbered ? system->order.sequence[i] : i; }

tri_system tri_system_make(const tri_matrix *matrix, tri_version version, int processors, size_t ready_offset) {
  const size_t rows = matrix->rows;
  tri_system s = {.renumbered = version >= TRI_STEP1,
                  .order = tri_order_make(matrix, version == TRI_SEQ ? 1 : processors,
                                          version == TRI_STEP3 ? TRI_PREDECESSORS : TRI_ROUND_ROBIN)};
  if (s.renumbered) {
    tri_matrix reordered = tri_matrix_reordered(matrix, s.order.sequence);
    place_matrix(&reordered);
    tri_matrix_free(&reordered);
  } else {
    place_matrix(matrix);
  }
  x = NewX(rows, TRI_X_OFFSET);
  b = NewB(rows, TRI_B_OFFSET);
  Ready = tri_version_uses_ready(version) ? NewReady(rows, ready_offset) : NULL;
  mine = NULL;
  if (version == TRI_ORIG) {
    mine = NewMine(rows, (TRI_B_OFFSET + rows * sizeof(double)) % TRI_PLACES);
    memcpy(mine, s.order.sequence, rows * sizeof *mine);
  }
  s.M = M, s.x = x, s.b = b, s.Ready = Ready, s.mine = mine;
  for (size_t i = 0; i < rows; i++) {
    x[i] = NAN;
    b[i] = 1 + tri_system_old_row(&s, (int)i) % 8;
    if (Ready) atomic_init(&Ready[i], 0);
  }
  return s;
}

void tri_system_free(tri_system *system) {
  release(system->M.nz);
  release(system->M.col);
  release(system->M.row);
  release(system->x);
  release(system->b);
  release(system->Ready);
  release(system->mine);
  tri_order_free(&system->order);
}
