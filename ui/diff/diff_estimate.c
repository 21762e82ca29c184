/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_estimate.c: computes the confidence intervals of changes. The two runs are independent. Therefore, the variance
 * of a difference is the sum of the variances of both runs. */
#include "ui/diff/diff_estimate.h"

#include <math.h>

static const Profile *profile_of(const Diff *diff, unsigned side) { return diff->views[side]->profile; }

bool diff_is_sampled(const Diff *diff) {
  return profile_of(diff, DIFF_BEFORE)->sampled || profile_of(diff, DIFF_AFTER)->sampled;
}

double diff_half(const Diff *diff, const uint64_t *const values[DIFF_SIDES]) {
  double squares = 0;
  if (!diff_is_sampled(diff)) return VIEW_ESTIMATE_UNKNOWN;
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    if (!profile_of(diff, side)->sampled) continue;
    const double half = view_estimate_half(profile_of(diff, side), values[side]);
    if (half < 0) return VIEW_ESTIMATE_UNKNOWN;
    squares += half * half;
  }
  return sqrt(squares);
}

double diff_half_of_totals(const Diff *diff, ViewMetric metric) {
  ViewBatchSums sums[DIFF_SIDES];
  const uint64_t *values[DIFF_SIDES];
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    sums[side] = view_estimate_totals(profile_of(diff, side));
    values[side] = view_estimate_values(&sums[side], metric);
  }
  return diff_half(diff, values);
}

/* Returns the rank in the difference of segment or bin number `number` of a profile. */
static uint32_t rank_of(const Diff *diff, ViewAxisKind axis, unsigned side, uint32_t number) {
  return diff->rank_of[axis][side][diff->views[side]->axes[axis].rank_of[number]];
}

static void ranks_of(const Diff *diff, unsigned side, const ProfileBatchCell *cell, uint32_t ranks[VIEW_AXES]) {
  ranks[VIEW_CODE] = rank_of(diff, VIEW_CODE, side, profile_of(diff, side)->places[cell->place].segment);
  ranks[VIEW_DATA] = rank_of(diff, VIEW_DATA, side, cell->bin);
}

/* The type of a function that returns the index of the item or cell to which a batch cell belongs. */
typedef uint32_t NumberOf(const void *closure, const uint32_t ranks[VIEW_AXES]);

/* Returns the sums of the batches for each of the `n` items or cells of a profile: n_batches values per item or cell.
 * Returns NULL if they are unknown for the metric. */
static uint64_t *sum_side(const Diff *diff, unsigned side, size_t n, NumberOf *number_of, const void *closure) {
  const Profile *profile = profile_of(diff, side);
  g_autofree uint64_t *values = g_new0(uint64_t, n * profile->n_batches + 1);
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    uint32_t ranks[VIEW_AXES];
    ranks_of(diff, side, cell, ranks);
    uint64_t *to = values + (size_t)number_of(closure, ranks) * profile->n_batches;
    if (!view_estimate_add_values(to, profile, cell, diff->by->metric)) return NULL;
  }
  return g_steal_pointer(&values);
}

/* The type of a function that returns where to store half the width of a confidence interval. */
typedef double *HalfOf(Diff *diff, const void *closure, size_t index);

static void set_halves(Diff *diff, size_t n, NumberOf *number_of, HalfOf *half_of, const void *closure) {
  uint64_t *sums[DIFF_SIDES];
  for (unsigned side = 0; side < DIFF_SIDES; side++) sums[side] = sum_side(diff, side, n, number_of, closure);
  for (size_t i = 0; i < n; i++) {
    const uint64_t *values[DIFF_SIDES];
    for (unsigned side = 0; side < DIFF_SIDES; side++)
      values[side] = sums[side] != NULL ? sums[side] + i * profile_of(diff, side)->n_batches : NULL;
    *half_of(diff, closure, i) = diff_half(diff, values);
  }
  for (unsigned side = 0; side < DIFF_SIDES; side++) g_free(sums[side]);
}

/* ---- values of items; the closure is the axis, and the index is the rank of an item ---- */

static uint32_t number_of_item(const void *closure, const uint32_t ranks[VIEW_AXES]) {
  return ranks[*(const ViewAxisKind *)closure];
}

static double *half_of_item(Diff *diff, const void *closure, size_t index) {
  return &((DiffItem *)g_ptr_array_index(diff->items[*(const ViewAxisKind *)closure], index))->half;
}

/* ---- cells: the closure is a table of their indices by code and data ---- */

static gint64 key_of(uint32_t code, uint32_t data) { return (gint64)((uint64_t)code << 32 | data); }

static uint32_t number_of_cell(const void *closure, const uint32_t ranks[VIEW_AXES]) {
  const gint64 key = key_of(ranks[VIEW_CODE], ranks[VIEW_DATA]);
  return GPOINTER_TO_UINT(g_hash_table_lookup((GHashTable *)(uintptr_t)closure, &key));
}

static double *half_of_cell(Diff *diff, const void *closure, size_t index) {
  (void)closure;
  return &g_array_index(diff->cells, DiffCell, index).half;
}

void diff_estimate(Diff *diff) {
  for (ViewAxisKind axis = 0; axis < VIEW_AXES; axis++)
    set_halves(diff, diff->items[axis]->len, number_of_item, half_of_item, &axis);
  g_autoptr(GHashTable) index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; diff_is_sampled(diff) && i < diff->cells->len; i++) {
    const DiffCell *cell = &g_array_index(diff->cells, DiffCell, i);
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

static uint32_t number_of_lines(const void *closure, const uint32_t ranks[VIEW_AXES]) {
  const Lines *lines = closure;
  return lines->line_of[VIEW_CODE][ranks[VIEW_CODE]] * lines->columns + lines->line_of[VIEW_DATA][ranks[VIEW_DATA]];
}

uint64_t *diff_batches(const Diff *diff, unsigned side, const uint32_t *const line_of[VIEW_AXES], uint32_t rows,
                       uint32_t columns) {
  const Lines lines = {line_of, columns};
  return sum_side(diff, side, (size_t)rows * columns, number_of_lines, &lines);
}
