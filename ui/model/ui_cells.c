/* ui_cells.c: see ui_cells.h.
 *
 * The profile's cells are sorted by place and bin, and so are its evictors. Sorting references to them by
 * segment brings what is to be added together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_cells.h"

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

/* An evictor or invalidator by the segment of its cell. */
typedef struct {
  uint32_t segment, bin, who;
  uint64_t count;
} BlameKey;

static int compare_blames(const void *a, const void *b) {
  const BlameKey *x = a, *y = b;
  int order = compare(x->segment, y->segment);
  if (order == 0) order = compare(x->bin, y->bin);
  return order != 0 ? order : compare(x->who, y->who);
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

/* Appends the causes that `n` evictors or invalidators are, and notes them in the cells, at `offset`. Each belongs to a
 * cell, so the cells and they, when sorted, can be gone through side by side. */
static void sum_blames(const UiProfile *profile, const UiBlame *blames, uint32_t n, UiCells *cells, size_t offset) {
  g_autofree BlameKey *keys = g_new(BlameKey, n);
  for (uint32_t i = 0; i < n; i++)
    keys[i] = (BlameKey){profile->places[blames[i].place].segment, blames[i].bin, blames[i].who, blames[i].count};
  sort(keys, n, sizeof *keys, compare_blames);
  UiSegmentCell *cell = (UiSegmentCell *)(void *)cells->cells->data;
  for (uint32_t i = 0; i < n; i++) {
    while (cell->segment != keys[i].segment || cell->bin != keys[i].bin) cell++;
    if (i == 0 || compare_blames(&keys[i - 1], &keys[i]) != 0) {
      const UiCause cause = {.who = keys[i].who};
      UiCauses *causes = (UiCauses *)(void *)((char *)cell + offset);
      if (causes->n++ == 0) causes->first = cells->causes->len;
      g_array_append_val(cells->causes, cause);
    }
    g_array_index(cells->causes, UiCause, cells->causes->len - 1).count += keys[i].count;
  }
}

UiCells ui_cells_sum(const UiProfile *profile) {
  UiCells cells = {.cells = sum_cells(profile), .causes = g_array_new(FALSE, FALSE, sizeof(UiCause))};
  sum_blames(profile, profile->evictors, profile->n_evictors, &cells, offsetof(UiSegmentCell, evictors));
  sum_blames(profile, profile->invalidators, profile->n_invalidators, &cells, offsetof(UiSegmentCell, invalidators));
  return cells;
}

void ui_cells_clear(UiCells *cells) {
  g_array_free(cells->cells, TRUE);
  g_array_free(cells->causes, TRUE);
}
