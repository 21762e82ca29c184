/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_items.h"

#include "ui/base/ui_text.h"

void view_item_free(gpointer data) {
  ViewItem *item = data;
  if (--item->owners > 0) return;
  g_free(item->name);
  g_free(item->given);
  g_array_free(item->members, TRUE);
  g_free(item);
}

/* The arguments of the functions that make items. */
typedef struct {
  ViewAxis *axes;
  const Profile *profile;
  const ViewLabels *labels;
  const ViewLevelState *levels;
} Making;

/* Returns the name of a single segment or bin, at its current level. */
static const char *name_of(const Making *making, ViewAxisKind kind, uint32_t number) {
  const ViewLevelState *levels = making->levels;
  if (kind == VIEW_DATA && levels->of != NULL) return levels->groups[levels->of[number]].names[number];
  return making->labels[kind].names[number];
}

/* Makes one item without counts for each segment or bin, in the order of the profile. */
static void make_items(const Making *making, ViewAxisKind kind) {
  ViewAxis *axis = &making->axes[kind];
  axis->items = g_ptr_array_new_with_free_func(view_item_free);
  for (uint32_t i = 0; i < axis->n_members; i++) {
    ViewItem *item = g_new0(ViewItem, 1);
    item->owners = 1;
    item->name = ui_text_escaped(name_of(making, kind, i));
    item->members = g_array_new(FALSE, FALSE, sizeof i);
    g_array_append_val(item->members, i);
    g_ptr_array_add(axis->items, item);
  }
}

/* Adds counts without a check, because sums over parts of a profile cannot overflow. */
static inline void add_counts(ProfileCounts *sum, const ProfileCounts *more) {
  uint64_t *to = (uint64_t *)sum;
  const uint64_t *from = (const uint64_t *)more;
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) to[i] += from[i];
}

/* Sums up the counts of the profile by row. The items must be in the order of the profile. */
static void sum_rows(const Making *making) {
  const Profile *profile = making->profile;
  ViewItem **rows = (ViewItem **)making->axes[VIEW_CODE].items->pdata;
  for (uint32_t i = 0; i < profile->n_places; i++)
    rows[profile->places[i].segment]->instructions += profile->places[i].instructions;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    add_counts(&rows[profile->places[cell->place].segment]->counts, &cell->counts);
  }
}

/* As sum_rows(), but for columns. (With a million cells, this takes most of the time before a first screen. Therefore,
 * the sums are stored close together.) */
static void sum_columns(const Making *making) {
  const Profile *profile = making->profile;
  ViewItem **columns = (ViewItem **)making->axes[VIEW_DATA].items->pdata;
  g_autofree ProfileCounts *sums = g_new0(ProfileCounts, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_cells; i++) add_counts(&sums[profile->cells[i].bin], &profile->cells[i].counts);
  for (uint32_t i = 0; i < profile->n_bins; i++) columns[i]->counts = sums[i];
}

/* Joins all members with the same representative to one item. */
static void join_same(ViewAxis *axis, const uint32_t *same) {
  ViewItem **items = (ViewItem **)axis->items->pdata;
  for (uint32_t i = 0; i < axis->n_members; i++) {
    if (same[i] == i) continue;
    ViewItem *sum = items[same[i]];
    add_counts(&sum->counts, &items[i]->counts);
    sum->instructions += items[i]->instructions;
    g_array_append_val(sum->members, i);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < axis->n_members; i++) {
    ViewItem *item = items[i];
    if (same[i] == i)
      items[kept++] = item;
    else
      view_item_free(item);
  }
  axis->items->len = kept; /* g_ptr_array_set_size() would free items that were moved */
}

enum { NONE = G_MAXUINT32 };

/* Returns, for each segment or bin, the first member of the item in `given` that contains it; NONE: no item contains
 * it. The caller owns the array. */
static uint32_t *same_as_given(uint32_t n, const GPtrArray *given) {
  uint32_t *same = g_new(uint32_t, (gsize)n + 1);
  for (uint32_t i = 0; i < n; i++) same[i] = NONE;
  for (guint g = 0; g < given->len; g++) {
    const GArray *members = ((const ViewItem *)g_ptr_array_index(given, g))->members;
    for (guint m = 0; m < members->len; m++)
      same[g_array_index(members, uint32_t, m)] = g_array_index(members, uint32_t, 0);
  }
  return same;
}

/* Returns, for each segment, the segment that represents its item. A segment in an item of `given` belongs only to this
 * item. NULL: each segment is an item by itself. The caller owns the array. */
static uint32_t *same_code(const Making *making, const GPtrArray *given) {
  const Profile *profile = making->profile;
  const uint32_t n = profile->n_segments;
  if (!making->levels->whole_functions && given->len == 0)
    return g_memdup2(making->labels[VIEW_CODE].same, sizeof(uint32_t) * n);
  uint32_t *same = same_as_given(n, given);
  g_autofree uint32_t *stands = g_new(uint32_t, (gsize)n + 1); /* indexed by function: the segment that represents its
                                                                  item */
  for (uint32_t i = 0; i < n; i++) stands[i] = NONE;
  for (uint32_t i = 0; i < n; i++) {
    if (same[i] != NONE) continue;
    const uint32_t function = making->levels->whole_functions
                                  ? (uint32_t)(profile_function(profile, i) - profile->segments)
                                  : i;
    if (stands[function] == NONE) stands[function] = same[function] == NONE ? function : i;
    same[i] = stands[function];
  }
  return same;
}

/* Returns, for each bin, the bin that represents its item. A bin in an item of `given` belongs only to this item. NULL:
 * each bin is an item by itself. The caller owns the array. */
static uint32_t *same_data(const Making *making, const GPtrArray *given) {
  const uint32_t n = making->profile->n_bins;
  if (making->levels->of == NULL) return g_memdup2(making->labels[VIEW_DATA].same, sizeof(uint32_t) * n);
  uint32_t *same = same_as_given(n, given);
  g_autofree uint32_t *stands = g_new(uint32_t, (gsize)n + 1); /* indexed by group: the bin that represents its item */
  for (uint32_t i = 0; i < n; i++) stands[i] = NONE;
  for (uint32_t i = 0; i < n; i++) {
    if (same[i] != NONE) continue;
    const uint32_t group = making->levels->groups[making->levels->of[i]].same[i];
    if (stands[group] == NONE) stands[group] = same[group] == NONE ? group : i;
    same[i] = stands[group];
  }
  return same;
}

/* Appends numbers to names, if another item that the user named, or that is at another level, has the same name. */
static void number_names(const ViewAxis *axis) {
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned pass = 0; pass < 2; pass++) /* the first pass collects the user's names, which remain unchanged */
    for (guint i = 0; i < axis->items->len; i++) {
      ViewItem *item = g_ptr_array_index(axis->items, i);
      if ((item->given == NULL) != (pass == 1)) continue;
      while (pass == 1 && g_hash_table_contains(names, item->name)) {
        g_autofree char *taken = item->name;
        item->name = g_strdup_printf("%s #%u", taken, g_array_index(item->members, uint32_t, 0));
      }
      g_hash_table_add(names, item->name);
    }
}

/* Joins the items of an axis. The items in `given` already exist, and are used as they are. */
static void join(const Making *making, ViewAxisKind kind, const GPtrArray *given) {
  ViewAxis *axis = &making->axes[kind];
  g_autofree uint32_t *same = kind == VIEW_DATA ? same_data(making, given) : same_code(making, given);
  if (same != NULL) join_same(axis, same);
  g_autoptr(GHashTable) by_first = g_hash_table_new(NULL, NULL);
  for (guint g = 0; g < given->len; g++) {
    ViewItem *item = g_ptr_array_index(given, g);
    g_hash_table_insert(by_first, GUINT_TO_POINTER(g_array_index(item->members, uint32_t, 0)), item);
  }
  for (guint i = 0; i < axis->items->len && given->len > 0; i++) {
    ViewItem *made = g_ptr_array_index(axis->items, i);
    ViewItem *item = g_hash_table_lookup(by_first, GUINT_TO_POINTER(g_array_index(made->members, uint32_t, 0)));
    if (item == NULL) continue;
    item->owners++;
    view_item_free(made);
    axis->items->pdata[i] = item;
  }
  if (kind == VIEW_DATA ? making->levels->of != NULL : making->levels->whole_functions || given->len > 0)
    number_names(axis);
}

/* Makes the items of an axis. The items in `given` already exist, and are used as they are. */
static void make_axis(const Making *making, ViewAxisKind kind, const GPtrArray *given) {
  make_items(making, kind);
  if (kind == VIEW_CODE)
    sum_rows(making);
  else
    sum_columns(making);
  join(making, kind, given);
}

void view_items_make(ViewAxis *axes, const Profile *profile, const ViewLabels *labels, const ViewLevelState *levels) {
  const Making making = {axes, profile, labels, levels};
  g_autoptr(GPtrArray) given = g_ptr_array_new();
  axes[VIEW_CODE].n_members = profile->n_segments;
  axes[VIEW_DATA].n_members = profile->n_bins;
  for (unsigned kind = 0; kind < VIEW_AXES; kind++) {
    make_axis(&making, kind, given);
    axes[kind].rank_of = g_new(uint32_t, axes[kind].n_members);
  }
}

void view_items_remake(ViewAxis *axes, ViewAxisKind kind, const Profile *profile, const ViewLabels *labels,
                       const ViewLevelState *levels) {
  const Making making = {axes, profile, labels, levels};
  g_autoptr(GPtrArray) before = axes[kind].items, given = g_ptr_array_new();
  for (guint i = 0; i < before->len; i++) {
    ViewItem *item = g_ptr_array_index(before, i);
    if (item->given != NULL) g_ptr_array_add(given, item);
  }
  make_axis(&making, kind, given);
}
