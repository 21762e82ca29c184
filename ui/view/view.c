/* SPDX-License-Identifier: GPL-2.0-or-later
 * view.c: ranks the items of a view, and sums up cells. A view does not store the sums of cells. Instead, each screen
 * sums up the profile's cells when it is shown, which takes a few hundredths of a second for a million cells. */
#include "ui/view/view.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/view/view_estimate.h"

const char *view_metric_name(const View *view) { return view_estimate_metric_name(view->profile, view->metric); }

uint64_t view_metric(const View *view, const ProfileCounts *counts) { return view_metric_of(view->metric, counts); }

const ViewItem *view_item(const View *view, ViewAxisKind axis, uint32_t rank) {
  return g_ptr_array_index(view->axes[axis].items, rank);
}

uint32_t view_size(const View *view, ViewAxisKind axis) { return view->axes[axis].items->len; }

const char *view_axis_name(ViewAxisKind axis) { return axis == VIEW_CODE ? "code segment" : "data bin"; }

uint32_t view_row(const View *view, uint32_t place) {
  return view->axes[VIEW_CODE].rank_of[view->profile->places[place].segment];
}

uint32_t view_column(const View *view, uint32_t bin) { return view->axes[VIEW_DATA].rank_of[bin]; }

static uint32_t first_member(const ViewItem *item) { return g_array_index(item->members, uint32_t, 0); }

/* Compares two counts for sorting the greater one first. Returns -1 if `x` is the greater one. */
static int compare_counts(uint64_t x, uint64_t y) { return x > y ? -1 : x < y; }

double view_mpki(const View *view, ViewAxisKind axis, const ViewItem *item) {
  const uint64_t instructions = axis == VIEW_CODE ? item->instructions : view->profile->totals.instructions;
  return profile_counts_mpki(&item->counts, (double)instructions);
}

double view_rate(const ViewItem *item) {
  const ProfileCounts *counts = &item->counts;
  return 100 * ui_text_ratio((double)profile_counts_misses(counts), (double)profile_counts_references(counts));
}

/* Returns the value of an item for a sort key that is a ratio. */
static double ratio_of(const View *view, ViewAxisKind axis, const ViewItem *item) {
  return view->sort == VIEW_SORT_MPKI ? view_mpki(view, axis, item) : view_rate(item);
}

static int compare_ratios(double x, double y) { return x > y ? -1 : x < y; }

/* Compares two names in reverse alphabetical order, because all sort keys put the greatest value first. */
static int compare_names(const char *x, const char *y) {
  const int order = g_ascii_strcasecmp(y, x);
  return order != 0 ? order : strcmp(y, x);
}

/* The view and the axis whose items are being ranked. */
typedef struct {
  const View *view;
  ViewAxisKind axis;
} Ranking;

static int compare_keys(const Ranking *ranking, const ViewItem *x, const ViewItem *y) {
  const View *view = ranking->view;
  if (view->sort == VIEW_SORT_NAME) return compare_names(x->name, y->name);
  if (view->sort >= VIEW_SORT_RATE)
    return compare_ratios(ratio_of(view, ranking->axis, x), ratio_of(view, ranking->axis, y));
  const ViewMetric metric = (ViewMetric)view->sort;
  return compare_counts(view_metric_of(metric, &x->counts), view_metric_of(metric, &y->counts));
}

/* Compares two items by the sort key. Items with equal values are ordered by their references, then by their position
 * in the profile. */
static gint compare_items(gconstpointer a, gconstpointer b, gpointer data) {
  const ViewItem *x = *(ViewItem *const *)a;
  const ViewItem *y = *(ViewItem *const *)b;
  const Ranking *ranking = data;
  int order = compare_keys(ranking, x, y);
  if (order != 0) return ranking->view->up ? -order : order;
  order = compare_counts(profile_counts_references(&x->counts), profile_counts_references(&y->counts));
  if (order != 0) return order;
  return first_member(x) < first_member(y) ? -1 : first_member(x) > first_member(y);
}

static bool is_hidden(const ViewAxis *axis, const ViewItem *item) {
  if (axis->hidden == NULL) return false;
  for (guint i = 0; i < item->members->len; i++)
    if (!axis->hidden[g_array_index(item->members, uint32_t, i)]) return false;
  return true;
}

/* Orders the items: first those that are shown, then those that are filtered out, then those without references. */
static void part_items(const View *view, ViewAxis *axis) {
  const bool any = profile_counts_references(&view->profile->totals.counts) != 0;
  g_autoptr(GPtrArray) hidden = g_ptr_array_new(), unused = g_ptr_array_new();
  axis->n_shown = 0;
  for (guint i = 0; i < axis->items->len; i++) {
    ViewItem *item = g_ptr_array_index(axis->items, i);
    if (any && profile_counts_references(&item->counts) == 0)
      g_ptr_array_add(unused, item);
    else if (is_hidden(axis, item))
      g_ptr_array_add(hidden, item);
    else
      axis->items->pdata[axis->n_shown++] = item;
  }
  axis->n_used = axis->n_shown + hidden->len;
  if (hidden->len > 0) memcpy(axis->items->pdata + axis->n_shown, hidden->pdata, hidden->len * sizeof(gpointer));
  if (unused->len > 0) memcpy(axis->items->pdata + axis->n_used, unused->pdata, unused->len * sizeof(gpointer));
}

/* Sorts the items whose ranks are `from` to `to` - 1. */
static void sort_items(const View *view, ViewAxisKind axis, uint32_t from, uint32_t to) {
  Ranking ranking = {view, axis};
  g_qsort_with_data(view->axes[axis].items->pdata + from, (gint)(to - from), sizeof(gpointer), compare_items, &ranking);
}

/* Sorts the items of an axis, and sets the rank of each segment or bin. */
static void rank_axis(View *view, ViewAxisKind kind) {
  ViewAxis *axis = &view->axes[kind];
  if (!view->held) {
    part_items(view, axis);
    sort_items(view, kind, 0, axis->n_shown);
    sort_items(view, kind, axis->n_shown, axis->n_used);
    sort_items(view, kind, axis->n_used, axis->items->len);
  }
  for (uint32_t rank = 0; rank < axis->items->len; rank++) {
    const GArray *members = view_item(view, kind, rank)->members;
    for (guint i = 0; i < members->len; i++) axis->rank_of[g_array_index(members, uint32_t, i)] = rank;
  }
}

static void rank_axes(View *view) {
  rank_axis(view, VIEW_CODE);
  rank_axis(view, VIEW_DATA);
}

void view_hold(View *view, bool hold) {
  view->held = hold;
  if (!hold) rank_axes(view);
}

View *view_new(const Profile *profile, const ViewLabels *labels) {
  View *view = g_new0(View, 1);
  view->profile = profile;
  view->labels = labels;
  view->filters = g_ptr_array_new_with_free_func(g_free);
  while (view->metric < VIEW_METRIC_REFERENCES && view_metric(view, &profile->totals.counts) == 0) view->metric++;
  if (profile->of_samples) view->metric = VIEW_METRIC_MISSES;
  view->sort = (ViewSort)view->metric;
  view_items_make(view->axes, view->profile, view->labels, &view->levels);
  rank_axes(view);
  return view;
}

static gpointer share_item(gconstpointer data, gpointer unused) {
  (void)unused;
  ViewItem *item = (ViewItem *)(uintptr_t)data;
  item->owners++;
  return item;
}

static gpointer copy_text(gconstpointer data, gpointer unused) {
  (void)unused;
  return g_strdup(data);
}

View *view_copy(const View *view) {
  View *copy = g_new(View, 1);
  *copy = *view;
  copy->filters = g_ptr_array_copy(view->filters, copy_text, NULL);
  for (unsigned i = 0; i < VIEW_AXES; i++) {
    const ViewAxis *axis = &view->axes[i];
    copy->axes[i].items = g_ptr_array_copy(axis->items, share_item, NULL);
    copy->axes[i].rank_of = g_memdup2(axis->rank_of, sizeof *axis->rank_of * axis->n_members);
    copy->axes[i].hidden = g_memdup2(axis->hidden, sizeof *axis->hidden * axis->n_members);
  }
  copy->levels.of = g_memdup2(view->levels.of, sizeof *view->levels.of * view->profile->n_bins);
  return copy;
}

void view_free(View *view) {
  for (unsigned i = 0; i < VIEW_AXES; i++) {
    g_ptr_array_free(view->axes[i].items, TRUE);
    g_free(view->axes[i].rank_of);
    g_free(view->axes[i].hidden);
  }
  g_ptr_array_free(view->filters, TRUE);
  g_free(view->levels.of);
  g_free(view);
}

void view_forget_names(View *view) {
  for (unsigned i = 0; i < VIEW_AXES; i++) {
    g_ptr_array_free(view->axes[i].items, TRUE);
    g_free(view->axes[i].rank_of);
  }
  view_items_make(view->axes, view->profile, view->labels, &view->levels);
  rank_axes(view);
}

uint32_t view_used(const View *view, ViewAxisKind axis) { return view->axes[axis].n_used; }

uint32_t view_shown(const View *view, ViewAxisKind axis) { return view->axes[axis].n_shown; }

/* The names of the sort keys that are not metrics. */
static const struct {
  const char *key, *title;
} other_sorts[] = {
    [VIEW_SORT_RATE - VIEW_METRICS] = {"rate", "Miss Rate"},
    [VIEW_SORT_MPKI - VIEW_METRICS] = {"mpki", "Misses per 1000 Instructions (MPKI)"},
    [VIEW_SORT_NAME - VIEW_METRICS] = {"name", "Name"},
};

const char *view_sort_key(ViewSort sort) {
  return sort < VIEW_SORT_RATE ? view_metric_key((ViewMetric)sort) : other_sorts[sort - VIEW_SORT_RATE].key;
}

const char *view_sort_title(const View *view, ViewSort sort) {
  return sort < VIEW_SORT_RATE ? view_estimate_metric_name(view->profile, (ViewMetric)sort)
                               : other_sorts[sort - VIEW_SORT_RATE].title;
}

bool view_knows(const View *view, ViewSort sort) {
  if (sort == VIEW_SORT_NAME) return true;
  return sort >= VIEW_SORT_RATE ? !view->profile->of_samples : view_metric_known(view->profile, (ViewMetric)sort);
}

void view_sort(View *view, ViewSort sort, bool up) {
  view->sort = sort;
  view->up = up;
  if (sort < VIEW_SORT_RATE) view->metric = (ViewMetric)sort;
  rank_axes(view);
}

/* Returns, for each segment or bin, whether it has no references. If the profile has no references at all, all flags
 * are false. (These members count as hidden, because an item must be hidden if all of its members with references are.)
 * The caller owns the array. */
static bool *without_references(const View *view, ViewAxisKind kind) {
  const Profile *profile = view->profile;
  bool *without = g_new(bool, (gsize)view->axes[kind].n_members + 1);
  memset(without, profile_counts_references(&profile->totals.counts) != 0, view->axes[kind].n_members);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    const uint32_t number = kind == VIEW_DATA ? cell->bin : profile->places[cell->place].segment;
    if (profile_counts_references(&cell->counts) != 0) without[number] = false;
  }
  return without;
}

bool view_hide(View *view, ViewAxisKind kind, const bool *hide, const char *filter) {
  ViewAxis *axis = &view->axes[kind];
  uint32_t left = 0;
  for (uint32_t rank = 0; rank < axis->n_shown; rank++) left += !hide[rank];
  if (left == 0) return false;
  if (axis->hidden == NULL) axis->hidden = without_references(view, kind);
  for (uint32_t i = 0; i < axis->n_members; i++) axis->hidden[i] |= hide[axis->rank_of[i]];
  if (filter != NULL) g_ptr_array_add(view->filters, g_strdup(filter));
  rank_axis(view, kind);
  return true;
}

void view_show_all(View *view) {
  for (unsigned i = 0; i < VIEW_AXES; i++) g_clear_pointer(&view->axes[i].hidden, g_free);
  g_ptr_array_set_size(view->filters, 0);
  rank_axes(view);
}

/* Returns the escaped form of a name that the user has given; NULL: the name is not valid. */
static char *accept_name(const char *name) {
  if (name[strspn(name, "0123456789")] == '\0') return NULL;
  return ui_text_escaped(name);
}

/* Returns a new item that has the name `given`, and the counts and members of `first`. */
static ViewItem *item_named(const ViewItem *first, const char *given) {
  ViewItem *item = g_new(ViewItem, 1);
  *item = *first;
  item->owners = 1;
  item->given = g_strdup(given);
  item->name = ui_text_escaped(given);
  item->members = g_array_copy(first->members);
  return item;
}

bool view_rename(View *view, ViewAxisKind axis, uint32_t rank, const char *name) {
  g_autofree char *printable = accept_name(name);
  if (printable == NULL) return false;
  for (uint32_t i = 0; i < view_size(view, axis); i++)
    if (i != rank && strcmp(view_item(view, axis, i)->name, printable) == 0) return false;
  ViewItem *old = g_ptr_array_index(view->axes[axis].items, rank);
  g_ptr_array_index(view->axes[axis].items, rank) = item_named(old, name);
  view_item_free(old);
  if (view->sort == VIEW_SORT_NAME) rank_axis(view, axis);
  return true;
}

static gint compare_numbers(gconstpointer a, gconstpointer b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void add_item(ViewItem *sum, const ViewItem *item) {
  profile_counts_add(&sum->counts, &item->counts);
  sum->instructions += item->instructions;
  g_array_append_vals(sum->members, item->members->data, item->members->len);
}

bool view_combine(View *view, ViewAxisKind kind, const bool *picked, const char *name) {
  g_autofree char *printable = accept_name(name);
  GPtrArray *items = view->axes[kind].items;
  if (printable == NULL) return false;
  for (uint32_t i = 0; i < items->len; i++)
    if (!picked[i] && strcmp(view_item(view, kind, i)->name, printable) == 0) return false;

  ViewItem *sum = NULL;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < items->len; i++) {
    ViewItem *item = g_ptr_array_index(items, i);
    if (!picked[i]) {
      items->pdata[kept++] = item;
      continue;
    }
    if (sum == NULL)
      items->pdata[kept++] = sum = item_named(item, name);
    else
      add_item(sum, item);
    view_item_free(item);
  }
  items->len = kept; /* g_ptr_array_set_size() would free items that were moved */
  g_array_sort(sum->members, compare_numbers);
  rank_axis(view, kind);
  return true;
}

uint64_t *view_matrix(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                      uint32_t columns) {
  const Profile *profile = view->profile;
  const size_t cells = (size_t)columns * rows;
  uint64_t *matrix = g_new0(uint64_t, cells + 1);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    const size_t row = row_of[view_row(view, cell->place)];
    matrix[row * columns + column_of[view_column(view, cell->bin)]] += view_metric(view, &cell->counts);
  }
  return matrix;
}

uint64_t *view_batches(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                       uint32_t columns) {
  const Profile *profile = view->profile;
  const size_t n = (size_t)columns * rows * profile->n_batches;
  g_autofree uint64_t *matrix = g_new0(uint64_t, n + 1);
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    const size_t at = row_of[view_row(view, cell->place)] * (size_t)columns + column_of[view_column(view, cell->bin)];
    if (!view_estimate_add_values(matrix + at * profile->n_batches, profile, cell, view->metric)) return NULL;
  }
  return profile->n_batch_cells != 0 ? g_steal_pointer(&matrix) : NULL;
}

void view_set_levels(View *view, const ViewLevelGroups *groups) {
  const uint32_t n = view->profile->n_bins;
  g_free(view->levels.of);
  view->levels = (ViewLevelState){groups, g_new(uint8_t, (gsize)n + 1), view->levels.whole_functions};
  memset(view->levels.of, VIEW_LEVEL_PATH, n);
}

/* Makes the columns again after their levels were changed. */
static void remake_data(View *view) {
  view_items_remake(view->axes, VIEW_DATA, view->profile, view->labels, &view->levels);
  rank_axis(view, VIEW_DATA);
}

void view_set_whole_functions(View *view, bool whole) {
  view->levels.whole_functions = whole;
  view_items_remake(view->axes, VIEW_CODE, view->profile, view->labels, &view->levels);
  rank_axis(view, VIEW_CODE);
}

void view_set_level(View *view, const bool *picked, ViewLevel level) {
  const ViewAxis *axis = &view->axes[VIEW_DATA];
  g_autofree bool *bins = g_new0(bool, (gsize)axis->n_members + 1);
  for (uint32_t i = 0; i < axis->n_members; i++) bins[i] = picked == NULL || picked[axis->rank_of[i]];
  view_levels_set(view->levels.groups, axis->n_members, bins, level, view->levels.of);
  remake_data(view);
}

void view_set_level_of(View *view, const uint8_t *level_of) {
  memcpy(view->levels.of, level_of, view->profile->n_bins);
  remake_data(view);
}

ViewLevel view_level(const View *view) {
  const ViewAxis *axis = &view->axes[VIEW_DATA];
  const uint8_t *of = view->levels.of;
  ViewLevel level = VIEW_LEVEL_PATH;
  for (uint32_t rank = 0; of != NULL && rank < axis->n_used; rank++) {
    const GArray *members = view_item(view, VIEW_DATA, rank)->members;
    if (rank == 0) level = (ViewLevel)of[g_array_index(members, uint32_t, 0)];
    for (guint i = 0; i < members->len; i++)
      if (of[g_array_index(members, uint32_t, i)] != level) return VIEW_LEVELS;
  }
  return level;
}
