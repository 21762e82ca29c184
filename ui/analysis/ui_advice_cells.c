/* ui_advice_cells.c: see ui_advice_cells.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_cells.h"

enum { COLUMN_PART = 100, ROW_PART = 500 };

#define NONE G_MAXUINT32

/* Which cell each row of each hot column is in. */
typedef struct {
  uint32_t *hot_of; /* by column: its number among the hot ones; NONE: it is not hot */
  uint32_t rows, hot;
  uint32_t *cell_of; /* by hot column and row: index of the cell; NONE: there is none yet */
} Map;

/* Finds the hot columns, and adds up the stall of all cells. */
static Map make_map(const UiView *view, const UiFocus *focus, uint64_t *stall) {
  const UiProfile *profile = view->profile;
  const uint32_t columns = ui_view_size(view, UI_DATA);
  Map map = {.hot_of = g_new(uint32_t, columns + 1), .rows = ui_view_size(view, UI_CODE)};
  g_autofree uint64_t *sums = g_new0(uint64_t, columns + 1);
  *stall = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    if (!ui_focus_has(view, focus, cell->place, cell->bin)) continue;
    sums[ui_view_column(view, cell->bin)] += cell->counts.stall_cycles;
    *stall += cell->counts.stall_cycles;
  }
  for (uint32_t c = 0; c < columns; c++)
    map.hot_of[c] = sums[c] != 0 && sums[c] >= *stall / COLUMN_PART ? map.hot++ : NONE;
  const size_t n = (size_t)map.hot * map.rows;
  map.cell_of = g_new(uint32_t, n + 1);
  for (size_t i = 0; i < n; i++) map.cell_of[i] = NONE;
  return map;
}

/* Where the map says which cell a place's references to a bin are in; NULL when the column is not hot. */
static uint32_t *slot(const Map *map, const UiView *view, uint32_t place, uint32_t bin) {
  const uint32_t hot = map->hot_of[ui_view_column(view, bin)];
  return hot != NONE ? &map->cell_of[(size_t)hot * map->rows + ui_view_row(view, place)] : NULL;
}

static void add_counts(UiAdviceCell *sum, const UiAdviceCell *more) {
  ui_counts_add(&sum->counts, &more->counts);
  if (more->place_stall <= sum->place_stall) return;
  sum->place_stall = more->place_stall;
  sum->row = more->row;
  sum->place = more->place;
  sum->bin = more->bin;
}

/* One cell for each row of each hot column. */
static GArray *sum_rows(const UiView *view, const UiFocus *focus, Map *map) {
  const UiProfile *profile = view->profile;
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(UiAdviceCell));
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    uint32_t *index = slot(map, view, cell->place, cell->bin);
    if (index == NULL || !ui_focus_has(view, focus, cell->place, cell->bin)) continue;
    const UiAdviceCell one = {.column = ui_view_column(view, cell->bin),
                              .row = ui_view_row(view, cell->place),
                              .place = cell->place,
                              .bin = cell->bin,
                              .place_stall = cell->counts.stall_cycles,
                              .counts = cell->counts};
    if (*index == NONE) {
      *index = cells->len;
      g_array_append_val(cells, one);
    } else {
      add_counts(&g_array_index(cells, UiAdviceCell, *index), &one);
    }
  }
  return cells;
}

/* Puts the rows with little stall together, in each hot column, and notes so in the map. */
static GArray *lump(const GArray *rows, Map *map, uint64_t stall) {
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(UiAdviceCell));
  g_autofree uint32_t *lump_of = g_new(uint32_t, map->hot + 1);
  g_autofree uint32_t *moved = g_new(uint32_t, rows->len + 1);
  for (uint32_t hot = 0; hot < map->hot; hot++) lump_of[hot] = NONE;
  for (guint i = 0; i < rows->len; i++) {
    const UiAdviceCell *row = &g_array_index(rows, UiAdviceCell, i);
    const bool small = row->counts.stall_cycles < stall / ROW_PART;
    uint32_t *lumped = &lump_of[map->hot_of[row->column]];
    if (small && *lumped != NONE) {
      add_counts(&g_array_index(cells, UiAdviceCell, *lumped), row);
      moved[i] = *lumped;
      continue;
    }
    moved[i] = cells->len;
    if (small) *lumped = cells->len;
    g_array_append_val(cells, *row);
  }
  for (size_t i = 0; i < (size_t)map->hot * map->rows; i++)
    if (map->cell_of[i] != NONE) map->cell_of[i] = moved[map->cell_of[i]];
  return cells;
}

/* Numbers of the evictor records of the cells, those of cell i at begins[i] .. begins[i + 1] - 1. Both arrays are owned
 * by the caller. */
static uint32_t *sort_evictors(const UiView *view, const UiFocus *focus, const Map *map, uint32_t cells,
                               uint32_t **begins) {
  const UiProfile *profile = view->profile;
  uint32_t *order = g_new(uint32_t, profile->n_evictors + 1);
  g_autofree uint32_t *cell_of = g_new(uint32_t, profile->n_evictors + 1);
  *begins = g_new0(uint32_t, (size_t)cells + 2);
  uint32_t *next = *begins + 1;
  for (uint32_t i = 0; i < profile->n_evictors; i++) {
    const UiBlame *blame = &profile->evictors[i];
    const uint32_t *index = slot(map, view, blame->place, blame->bin);
    cell_of[i] = index != NULL && ui_focus_has(view, focus, blame->place, blame->bin) ? *index : NONE;
    if (cell_of[i] != NONE) next[cell_of[i] + 1]++;
  }
  for (uint32_t i = 0; i < cells; i++) next[i + 1] += next[i];
  for (uint32_t i = 0; i < profile->n_evictors; i++)
    if (cell_of[i] != NONE) order[next[cell_of[i]]++] = i;
  return order;
}

static void add_evictions(const UiView *view, const UiFocus *focus, const Map *map, UiAdviceCells *cells) {
  g_autofree uint32_t *begins = NULL;
  g_autofree uint32_t *order = sort_evictors(view, focus, map, cells->cells->len, &begins);
  g_autofree uint64_t *sums = g_new0(uint64_t, ui_view_size(view, UI_DATA) + 1);
  for (guint c = 0; c < cells->cells->len; c++) {
    UiAdviceCell *cell = &g_array_index(cells->cells, UiAdviceCell, c);
    cell->first = cells->evictions->len;
    for (uint32_t i = begins[c]; i < begins[c + 1]; i++) {
      const UiBlame *blame = &view->profile->evictors[order[i]];
      const UiEvictions one = {ui_view_column(view, blame->who), 0};
      if (blame->count != 0 && sums[one.by] == 0) g_array_append_val(cells->evictions, one);
      sums[one.by] += blame->count;
    }
    cell->n = cells->evictions->len - cell->first;
    for (guint i = 0; i < cell->n; i++) {
      UiEvictions *one = &g_array_index(cells->evictions, UiEvictions, cell->first + i);
      one->count = sums[one->by];
      sums[one->by] = 0;
    }
  }
}

UiAdviceCells ui_advice_cells(const UiView *view, const UiFocus *focus) {
  UiAdviceCells cells = {.evictions = g_array_new(FALSE, FALSE, sizeof(UiEvictions))};
  Map map = make_map(view, focus, &cells.stall);
  g_autoptr(GArray) rows = sum_rows(view, focus, &map);
  cells.cells = lump(rows, &map, cells.stall);
  add_evictions(view, focus, &map, &cells);
  g_free(map.hot_of);
  g_free(map.cell_of);
  return cells;
}

void ui_advice_cells_clear(UiAdviceCells *cells) {
  g_array_free(cells->cells, TRUE);
  g_array_free(cells->evictions, TRUE);
}
