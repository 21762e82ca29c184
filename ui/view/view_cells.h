/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_cells.h: the cells of a matrix, row by row: a profile's cells, summed up over the places and bins of a row and a
 * column. One row at a time, so that a million cells take little memory. */
#pragma once

#include "ui/profile/profile.h"

/* A cause of a cell's misses. */
typedef struct {
  uint32_t who; /* a column for evictors, a row for invalidators */
  uint64_t count;
} ViewCause;

typedef struct {
  uint32_t row, column;
  ProfileCounts counts;
  const ViewCause *evictors; /* its replacement misses, by `who` */
  uint32_t n_evictors;
  const ViewCause *invalidators; /* its invalidation misses, by `who` */
  uint32_t n_invalidators;
} ViewMatrixCell;

typedef struct ViewCells ViewCells;

/* Prepares the cells of a matrix of `n_rows` x `n_columns`. `row_of` and `column_of` give the row or column of each
 * segment or bin by number; NULL: one each. All arguments must outlive the result, which the caller frees with
 * view_cells_free(). */
ViewCells *view_cells_new(const Profile *profile, const uint32_t *row_of, uint32_t n_rows, const uint32_t *column_of,
                          uint32_t n_columns);
void view_cells_free(ViewCells *cells);

/* Returns the *n cells of a row, by column; valid until the next call. */
const ViewMatrixCell *view_cells_row(ViewCells *cells, uint32_t row, uint32_t *n);

/* Returns the *n places of a row, in the order of the profile; valid until the cells are freed. */
const uint32_t *view_cells_places(const ViewCells *cells, uint32_t row, uint32_t *n);

/* Returns a place's cells: those of the profile from *first to *end - 1. */
void view_cells_of_place(const ViewCells *cells, uint32_t place, uint32_t *first, uint32_t *end);
