/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_estimate.c: The two runs are independent: the variance of a difference is the sum of the variances. */
#include "ui/runs/ui_diff_estimate.h"

#include <math.h>

static const UiProfile *profile_of(const UiDiff *diff, unsigned side) { return diff->views[side]->profile; }

bool ui_diff_is_sampled(const UiDiff *diff) {
  return profile_of(diff, UI_BEFORE)->sampled || profile_of(diff, UI_AFTER)->sampled;
}

double ui_diff_half(const UiDiff *diff, const uint64_t *const values[UI_SIDES]) {
  double squares = 0;
  if (!ui_diff_is_sampled(diff)) return UI_ESTIMATE_UNKNOWN;
  for (unsigned side = 0; side < UI_SIDES; side++) {
    if (!profile_of(diff, side)->sampled) continue;
    const double half = ui_estimate_half(profile_of(diff, side), values[side]);
    if (half < 0) return UI_ESTIMATE_UNKNOWN;
    squares += half * half;
  }
  return sqrt(squares);
}

double ui_diff_half_of_totals(const UiDiff *diff, UiMetric metric) {
  UiBatchSums sums[UI_SIDES];
  const uint64_t *values[UI_SIDES];
  for (unsigned side = 0; side < UI_SIDES; side++) {
    sums[side] = ui_estimate_totals(profile_of(diff, side));
    values[side] = ui_estimate_values(&sums[side], metric);
  }
  return ui_diff_half(diff, values);
}

/* Returns the rank in the difference of a segment or bin. */
static uint32_t rank_of(const UiDiff *diff, UiAxisKind axis, unsigned side, uint32_t number) {
  return diff->rank_of[axis][side][diff->views[side]->axes[axis].rank_of[number]];
}

static void ranks_of(const UiDiff *diff, unsigned side, const UiBatchCell *cell, uint32_t ranks[UI_AXES]) {
  ranks[UI_CODE] = rank_of(diff, UI_CODE, side, profile_of(diff, side)->places[cell->place].segment);
  ranks[UI_DATA] = rank_of(diff, UI_DATA, side, cell->bin);
}

/* Returns the number of the item or cell that a batch cell belongs to. */
typedef uint32_t NumberOf(const void *closure, const uint32_t ranks[UI_AXES]);

/* Returns n_batches values for each of `n` items or cells of a side. NULL: not known for the metric. */
static uint64_t *sum_side(const UiDiff *diff, unsigned side, size_t n, NumberOf *number_of, const void *closure) {
  const UiProfile *profile = profile_of(diff, side);
  g_autofree uint64_t *values = g_new0(uint64_t, n * profile->n_batches + 1);
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const UiBatchCell *cell = &profile->batch_cells[i];
    uint32_t ranks[UI_AXES];
    ranks_of(diff, side, cell, ranks);
    uint64_t *to = values + (size_t)number_of(closure, ranks) * profile->n_batches;
    if (!ui_estimate_add_values(to, profile, cell, diff->by->metric)) return NULL;
  }
  return g_steal_pointer(&values);
}

/* Returns where to store half the width of an interval. */
typedef double *HalfOf(UiDiff *diff, const void *closure, size_t index);

static void set_halves(UiDiff *diff, size_t n, NumberOf *number_of, HalfOf *half_of, const void *closure) {
  uint64_t *sums[UI_SIDES];
  for (unsigned side = 0; side < UI_SIDES; side++) sums[side] = sum_side(diff, side, n, number_of, closure);
  for (size_t i = 0; i < n; i++) {
    const uint64_t *values[UI_SIDES];
    for (unsigned side = 0; side < UI_SIDES; side++)
      values[side] = sums[side] != NULL ? sums[side] + i * profile_of(diff, side)->n_batches : NULL;
    *half_of(diff, closure, i) = ui_diff_half(diff, values);
  }
  for (unsigned side = 0; side < UI_SIDES; side++) g_free(sums[side]);
}

/* ---- items: the closure is the axis ---- */

static uint32_t number_of_item(const void *closure, const uint32_t ranks[UI_AXES]) {
  return ranks[*(const UiAxisKind *)closure];
}

static double *half_of_item(UiDiff *diff, const void *closure, size_t index) {
  return &((UiDiffItem *)g_ptr_array_index(diff->items[*(const UiAxisKind *)closure], index))->half;
}

/* ---- cells: the closure has their indices by code and data ---- */

static gint64 key_of(uint32_t code, uint32_t data) { return (gint64)((uint64_t)code << 32 | data); }

static uint32_t number_of_cell(const void *closure, const uint32_t ranks[UI_AXES]) {
  const gint64 key = key_of(ranks[UI_CODE], ranks[UI_DATA]);
  return GPOINTER_TO_UINT(g_hash_table_lookup((GHashTable *)(uintptr_t)closure, &key));
}

static double *half_of_cell(UiDiff *diff, const void *closure, size_t index) {
  (void)closure;
  return &g_array_index(diff->cells, UiDiffCell, index).half;
}

void ui_diff_estimate(UiDiff *diff) {
  for (UiAxisKind axis = 0; axis < UI_AXES; axis++)
    set_halves(diff, diff->items[axis]->len, number_of_item, half_of_item, &axis);
  g_autoptr(GHashTable) index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; ui_diff_is_sampled(diff) && i < diff->cells->len; i++) {
    const UiDiffCell *cell = &g_array_index(diff->cells, UiDiffCell, i);
    const gint64 key = key_of(cell->code, cell->data);
    g_hash_table_insert(index, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(i));
  }
  set_halves(diff, diff->cells->len, number_of_cell, half_of_cell, index);
}

/* ---- sums over rows and columns ---- */

typedef struct {
  const uint32_t *const *line_of;
  uint32_t columns;
} Lines;

static uint32_t number_of_lines(const void *closure, const uint32_t ranks[UI_AXES]) {
  const Lines *lines = closure;
  return lines->line_of[UI_CODE][ranks[UI_CODE]] * lines->columns + lines->line_of[UI_DATA][ranks[UI_DATA]];
}

uint64_t *ui_diff_batches(const UiDiff *diff, unsigned side, const uint32_t *const line_of[UI_AXES], uint32_t rows,
                          uint32_t columns) {
  const Lines lines = {line_of, columns};
  return sum_side(diff, side, (size_t)rows * columns, number_of_lines, &lines);
}
