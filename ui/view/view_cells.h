/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_cells.h: makes the cells of a matrix row by row. A cell of the matrix is the sum of the profile's cells for all
 * places of a row and all bins of a column. Only one row exists at a time, so that a million cells need little
 * memory. */
#pragma once

#include "ui/profile/profile.h"

/* One cause of the misses in a cell. */
typedef struct {
  uint32_t who; /* a column for evictors; a row for invalidators */
  uint64_t count;
} ViewCause;

typedef struct {
  uint32_t row, column;
  ProfileCounts counts;
  const ViewCause *evictors; /* the evictors that cause the cell's replacement misses, sorted by `who` */
  uint32_t n_evictors;
  const ViewCause *invalidators; /* the invalidators that cause the cell's invalidation misses, sorted by `who` */
  uint32_t n_invalidators;
} ViewMatrixCell;

typedef struct ViewCells ViewCells;

/* Prepares the cells of a matrix of `n_rows` rows and `n_columns` columns. `row_of` and `column_of` contain the row or
 * column of each segment or bin; NULL: each segment or bin has its own. All arguments must outlive the result, which
 * the caller frees with view_cells_free(). */
ViewCells *view_cells_new(const Profile *profile, const uint32_t *row_of, uint32_t n_rows, const uint32_t *column_of,
                          uint32_t n_columns);
void view_cells_free(ViewCells *cells);

/* Returns the cells of a row, sorted by column, and sets *n to their number. They are valid until the next call. */
const ViewMatrixCell *view_cells_row(ViewCells *cells, uint32_t row, uint32_t *n);

/* Returns the places of a row in the order of the profile, and sets *n to their number. They are valid until `cells` is
 * freed. */
const uint32_t *view_cells_places(const ViewCells *cells, uint32_t row, uint32_t *n);

/* Finds the cells of a place in the profile. Their numbers are *first to *end - 1. */
void view_cells_of_place(const ViewCells *cells, uint32_t place, uint32_t *first, uint32_t *end);
