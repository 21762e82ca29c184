/* ui_view.c: see ui_view.h.
 *
 * Nothing is stored per cell: what a screen shows is summed up from the profile's cells when it is asked for,
 * which for a million of them takes some hundredths of a second.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_view.h"

#include <string.h>

#include "ui/base/ui_text.h"

static const struct {
  const char *name;
} metrics[UI_METRICS] = {
    [UI_METRIC_STALL] = {"Memory Stall Time"},
    [UI_METRIC_MISSES] = {"Misses"},
    [UI_METRIC_REFERENCES] = {"References"},
};

const char *ui_view_metric_name(UiMetric metric) {
  return metrics[metric].name;
}

static uint64_t metric_of(UiMetric metric, const UiCounts *counts) {
  switch (metric) {
    case UI_METRIC_STALL: return counts->stall_cycles;
    case UI_METRIC_MISSES: return ui_counts_misses(counts);
    default: return ui_counts_references(counts);
  }
}

uint64_t ui_view_metric(const UiView *view, const UiCounts *counts) {
  return metric_of(view->metric, counts);
}

const UiItem *ui_view_item(const UiView *view, UiAxisKind axis, uint32_t rank) {
  return g_ptr_array_index(view->axes[axis].items, rank);
}

uint32_t ui_view_size(const UiView *view, UiAxisKind axis) {
  return view->axes[axis].items->len;
}

const char *ui_view_axis_name(UiAxisKind axis) {
  return axis == UI_CODE ? "code segment" : "data bin";
}

uint32_t ui_view_row(const UiView *view, uint32_t place) {
  return view->axes[UI_CODE].rank_of[view->profile->places[place].segment];
}

uint32_t ui_view_column(const UiView *view, uint32_t bin) {
  return view->axes[UI_DATA].rank_of[bin];
}

static void item_free(gpointer data) {
  UiItem *item = data;
  g_free(item->name);
  g_array_free(item->members, TRUE);
  g_free(item);
}

/* Hotter items first; among equals those with more references, then those that come first in the profile. */
static gint compare_items(gconstpointer a, gconstpointer b, gpointer metric) {
  const UiItem *x = *(UiItem *const *)a;
  const UiItem *y = *(UiItem *const *)b;
  const UiMetric by = *(const UiMetric *)metric;
  const uint64_t keys_x[] = {metric_of(by, &x->counts), ui_counts_references(&x->counts)};
  const uint64_t keys_y[] = {metric_of(by, &y->counts), ui_counts_references(&y->counts)};
  for (size_t i = 0; i < G_N_ELEMENTS(keys_x); i++)
    if (keys_x[i] != keys_y[i]) return keys_x[i] > keys_y[i] ? -1 : 1;
  const uint32_t first_x = g_array_index(x->members, uint32_t, 0);
  const uint32_t first_y = g_array_index(y->members, uint32_t, 0);
  return first_x < first_y ? -1 : first_x > first_y;
}

/* Sorts the items of an axis, and notes which one each segment or bin is in. */
static void rank_axis(UiView *view, UiAxisKind kind) {
  UiAxis *axis = &view->axes[kind];
  g_ptr_array_sort_with_data(axis->items, compare_items, &view->metric);
  for (uint32_t rank = 0; rank < axis->items->len; rank++) {
    const GArray *members = ui_view_item(view, kind, rank)->members;
    for (guint i = 0; i < members->len; i++) axis->rank_of[g_array_index(members, uint32_t, i)] = rank;
  }
}

/* One item for each segment or bin, without counts, in the order of the profile. */
static void make_axis(UiAxis *axis, char *const *names, uint32_t n) {
  axis->items = g_ptr_array_new_with_free_func(item_free);
  axis->rank_of = g_new(uint32_t, n);
  axis->n_members = n;
  for (uint32_t i = 0; i < n; i++) {
    UiItem *item = g_new0(UiItem, 1);
    item->name = ui_text_escaped(names[i]);
    item->members = g_array_new(FALSE, FALSE, sizeof i);
    g_array_append_val(item->members, i);
    g_ptr_array_add(axis->items, item);
    axis->rank_of[i] = i;
  }
}

/* Sums the profile up over rows and columns. Items still stand in the order of the profile. */
static void sum_axes(UiView *view) {
  const UiProfile *profile = view->profile;
  UiItem **rows = (UiItem **)view->axes[UI_CODE].items->pdata;
  UiItem **columns = (UiItem **)view->axes[UI_DATA].items->pdata;
  for (uint32_t i = 0; i < profile->n_places; i++)
    rows[profile->places[i].segment]->instructions += profile->places[i].instructions;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    ui_counts_add(&rows[profile->places[cell->place].segment]->counts, &cell->counts);
    ui_counts_add(&columns[cell->bin]->counts, &cell->counts);
  }
}

UiView *ui_view_new(const UiProfile *profile, const UiLabels *labels) {
  UiView *view = g_new0(UiView, 1);
  view->profile = profile;
  view->labels = labels;
  while (view->metric < UI_METRIC_REFERENCES && metric_of(view->metric, &profile->totals.counts) == 0)
    view->metric++;
  make_axis(&view->axes[UI_CODE], labels[UI_CODE].names, profile->n_segments);
  make_axis(&view->axes[UI_DATA], labels[UI_DATA].names, profile->n_bins);
  sum_axes(view);
  rank_axis(view, UI_CODE);
  rank_axis(view, UI_DATA);
  return view;
}

void ui_view_free(UiView *view) {
  for (unsigned i = 0; i < UI_AXES; i++) {
    g_ptr_array_free(view->axes[i].items, TRUE);
    g_free(view->axes[i].rank_of);
  }
  g_free(view);
}

/* Escapes a name that the user gave. Returns NULL when it cannot be one. */
static char *accept_name(const char *name) {
  if (name[strspn(name, "0123456789")] == '\0') return NULL;
  return ui_text_escaped(name);
}

bool ui_view_rename(UiView *view, UiAxisKind axis, uint32_t rank, const char *name) {
  g_autofree char *printable = accept_name(name);
  if (printable == NULL) return false;
  for (uint32_t i = 0; i < ui_view_size(view, axis); i++)
    if (i != rank && strcmp(ui_view_item(view, axis, i)->name, printable) == 0) return false;
  UiItem *item = g_ptr_array_index(view->axes[axis].items, rank);
  g_free(item->name);
  item->name = g_steal_pointer(&printable);
  return true;
}

static gint compare_numbers(gconstpointer a, gconstpointer b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

bool ui_view_combine(UiView *view, UiAxisKind kind, const bool *picked, const char *name) {
  g_autofree char *printable = accept_name(name);
  GPtrArray *items = view->axes[kind].items;
  if (printable == NULL) return false;
  for (uint32_t i = 0; i < items->len; i++)
    if (!picked[i] && strcmp(ui_view_item(view, kind, i)->name, printable) == 0) return false;

  UiItem *sum = NULL;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < items->len; i++) {
    UiItem *item = g_ptr_array_index(items, i);
    if (!picked[i] || sum == NULL) {
      if (picked[i]) sum = item;
      items->pdata[kept++] = item;
    } else {
      ui_counts_add(&sum->counts, &item->counts);
      sum->instructions += item->instructions;
      g_array_append_vals(sum->members, item->members->data, item->members->len);
      item_free(item);
    }
  }
  items->len = kept; /* g_ptr_array_set_size() would free items that have moved */
  g_array_sort(sum->members, compare_numbers);
  g_free(sum->name);
  sum->name = g_steal_pointer(&printable);
  rank_axis(view, kind);
  return true;
}

uint64_t *ui_view_matrix(const UiView *view, uint32_t rows, uint32_t columns) {
  const UiProfile *profile = view->profile;
  const size_t stride = (size_t)columns + 1;
  uint64_t *matrix = g_new0(uint64_t, ((size_t)rows + 1) * stride);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    const size_t row = MIN(ui_view_row(view, cell->place), rows);
    const size_t column = MIN(ui_view_column(view, cell->bin), columns);
    matrix[row * stride + column] += ui_view_metric(view, &cell->counts);
  }
  return matrix;
}
