/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_cells.c: merges the matrices of both profiles row by row, and sorts the cells. The sort uses small keys instead
 * of the cells, because cells are large. */
#include "ui/diff/diff_cells.h"

#include <stdlib.h>

#include "ui/base/ui_progress.h"
#include "ui/view/view_cells.h"

/* The matrix of one profile, with the rows and columns of the difference. */
typedef struct {
  uint32_t *row_of, *column_of; /* indexed by segment and by bin: the rank in the difference */
  ViewCells *cells;
  const ViewMatrixCell *next; /* next cell in the current row */
  uint32_t left;
} Side;

/* Returns an array with the rank in the difference of each segment or bin. The caller owns the array. */
static uint32_t *ranks_of(const Diff *diff, ViewAxisKind axis, unsigned side) {
  const ViewAxis *members = &diff->views[side]->axes[axis];
  uint32_t *ranks = g_new(uint32_t, members->n_members);
  for (uint32_t i = 0; i < members->n_members; i++) ranks[i] = diff->rank_of[axis][side][members->rank_of[i]];
  return ranks;
}

static Side side_new(const Diff *diff, unsigned side) {
  Side new = {.row_of = ranks_of(diff, VIEW_CODE, side), .column_of = ranks_of(diff, VIEW_DATA, side)};
  new.cells = view_cells_new(diff->views[side]->profile, new.row_of, diff->items[VIEW_CODE]->len, new.column_of,
                             diff->items[VIEW_DATA]->len);
  return new;
}

static void side_clear(Side *side) {
  view_cells_free(side->cells);
  g_free(side->row_of);
  g_free(side->column_of);
}

/* Appends those cells of a row that exist in at least one of the profiles. */
static void merge_row(GArray *cells, Side sides[DIFF_SIDES], uint32_t row) {
  for (unsigned side = 0; side < DIFF_SIDES; side++)
    sides[side].next = view_cells_row(sides[side].cells, row, &sides[side].left);
  while (sides[DIFF_BEFORE].left != 0 || sides[DIFF_AFTER].left != 0) {
    DiffCell cell = {.code = row, .data = G_MAXUINT32};
    for (unsigned side = 0; side < DIFF_SIDES; side++)
      if (sides[side].left != 0) cell.data = MIN(cell.data, sides[side].next->column);
    for (unsigned side = 0; side < DIFF_SIDES; side++) {
      if (sides[side].left == 0 || sides[side].next->column != cell.data) continue;
      cell.counts[side] = sides[side].next->counts;
      sides[side].next++;
      sides[side].left--;
    }
    g_array_append_val(cells, cell);
  }
}

/* The key for sorting a cell: greater changes come first, then greater counts, then lower rows, then lower columns. */
typedef struct {
  uint64_t change, most;
  uint32_t index;
} Key;

static int compare_keys(const void *a, const void *b) {
  const Key *x = a, *y = b;
  if (x->change != y->change) return x->change > y->change ? -1 : 1;
  if (x->most != y->most) return x->most > y->most ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static Key *sorted_keys(const Diff *diff, const GArray *cells) {
  Key *keys = g_new(Key, cells->len);
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCounts *counts = g_array_index(cells, DiffCell, i).counts;
    const uint64_t before = diff_metric(diff, &counts[DIFF_BEFORE]), after = diff_metric(diff, &counts[DIFF_AFTER]);
    keys[i] = (Key){diff_change(before, after).amount, MAX(before, after), i};
  }
  qsort(keys, cells->len, sizeof *keys, compare_keys);
  return keys;
}

/* Moves the cells into their sorted order in place, following one cycle of the permutation at a time. */
static void rank_cells(const Diff *diff, GArray *cells) {
  g_autofree Key *keys = sorted_keys(diff, cells);
  DiffCell *all = (DiffCell *)(void *)cells->data;
  for (uint32_t first = 0; first < cells->len; first++) {
    if (keys[first].index == first) continue;
    const DiffCell kept = all[first];
    uint32_t at = first;
    while (keys[at].index != first) {
      const uint32_t from = keys[at].index;
      all[at] = all[from];
      keys[at].index = at;
      at = from;
    }
    all[at] = kept;
    keys[at].index = at;
  }
}

GArray *diff_cells(const Diff *diff) {
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(DiffCell));
  Side sides[DIFF_SIDES];
  const uint32_t rows = diff->items[VIEW_CODE]->len;
  for (unsigned side = 0; side < DIFF_SIDES; side++) sides[side] = side_new(diff, side);
  ui_progress_begin("Comparing", rows);
  for (uint32_t row = 0; row < rows; row++) {
    merge_row(cells, sides, row);
    ui_progress_at(row + 1);
  }
  ui_progress_end();
  for (unsigned side = 0; side < DIFF_SIDES; side++) side_clear(&sides[side]);
  if (cells->len > 1) rank_cells(diff, cells);
  return cells;
}
