/* ui_cells.c: see ui_cells.h.
 *
 * The profile's cells are sorted by place and bin, and so are its evictors. Sorting references to them by
 * segment brings what is to be added together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/ui_cells.h"

static int compare(uint32_t a, uint32_t b) {
  return a < b ? -1 : a > b;
}

/* A cell by its segment. */
typedef struct {
  uint32_t segment, bin, cell;
} CellKey;

static int compare_cells(const void *a, const void *b) {
  const CellKey *x = a, *y = b;
  const int order = compare(x->segment, y->segment);
  return order != 0 ? order : compare(x->bin, y->bin);
}

/* An evictor by its segment. */
typedef struct {
  uint32_t segment, bin, evicting_bin;
  uint64_t count;
} EvictorKey;

static int compare_evictors(const void *a, const void *b) {
  const EvictorKey *x = a, *y = b;
  int order = compare(x->segment, y->segment);
  if (order == 0) order = compare(x->bin, y->bin);
  return order != 0 ? order : compare(x->evicting_bin, y->evicting_bin);
}

static gint compare_elements(gconstpointer a, gconstpointer b, gpointer function) {
  return (*(int (**)(const void *, const void *))function)(a, b);
}

static void sort(void *rows, uint32_t n, size_t size, int (*function)(const void *, const void *)) {
  if (n > 1) g_qsort_with_data(rows, (gint)n, size, compare_elements, &function);
}

static GArray *sum_cells(const UiProfile *profile) {
  g_autofree CellKey *keys = g_new(CellKey, profile->n_cells);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    keys[i] = (CellKey){profile->places[cell->place].segment, cell->bin, i};
  }
  sort(keys, profile->n_cells, sizeof *keys, compare_cells);
  GArray *sums = g_array_new(FALSE, FALSE, sizeof(UiSegmentCell));
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    if (i == 0 || compare_cells(&keys[i - 1], &keys[i]) != 0) {
      const UiSegmentCell new_cell = {.segment = keys[i].segment, .bin = keys[i].bin};
      g_array_append_val(sums, new_cell);
    }
    ui_counts_add(&g_array_index(sums, UiSegmentCell, sums->len - 1).counts, &profile->cells[keys[i].cell].counts);
  }
  return sums;
}

/* Every evictor belongs to a cell, so the cells and the sorted evictors can be gone through side by side. */
static GArray *sum_evictors(const UiProfile *profile, GArray *cells) {
  g_autofree EvictorKey *keys = g_new(EvictorKey, profile->n_evictors);
  for (uint32_t i = 0; i < profile->n_evictors; i++) {
    const UiEvictor *evictor = &profile->evictors[i];
    keys[i] = (EvictorKey){profile->places[evictor->place].segment, evictor->bin, evictor->evicting_bin,
                           evictor->count};
  }
  sort(keys, profile->n_evictors, sizeof *keys, compare_evictors);
  GArray *causes = g_array_new(FALSE, FALSE, sizeof(UiCause));
  UiSegmentCell *cell = (UiSegmentCell *)(void *)cells->data;
  for (uint32_t i = 0; i < profile->n_evictors; i++) {
    while (cell->segment != keys[i].segment || cell->bin != keys[i].bin) cell++;
    if (i == 0 || compare_evictors(&keys[i - 1], &keys[i]) != 0) {
      const UiCause cause = {.bin = keys[i].evicting_bin};
      if (cell->n_causes++ == 0) cell->first_cause = causes->len;
      g_array_append_val(causes, cause);
    }
    g_array_index(causes, UiCause, causes->len - 1).count += keys[i].count;
  }
  return causes;
}

UiCells ui_cells_sum(const UiProfile *profile) {
  UiCells cells = {.cells = sum_cells(profile)};
  cells.causes = sum_evictors(profile, cells.cells);
  return cells;
}

void ui_cells_clear(UiCells *cells) {
  g_array_free(cells->cells, TRUE);
  g_array_free(cells->causes, TRUE);
}
