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

/* Parameters of the items. */
typedef struct {
  ViewAxis *axes;
  const Profile *profile;
  const ViewLabels *labels;
  const ViewLevelState *levels;
} Making;

/* Returns the name of a single segment or bin at its level. */
static const char *name_of(const Making *making, ViewAxisKind kind, uint32_t number) {
  const ViewLevelState *levels = making->levels;
  if (kind == VIEW_DATA && levels->of != NULL) return levels->groups[levels->of[number]].names[number];
  return making->labels[kind].names[number];
}

/* Creates one item for each segment or bin, without counts, in the order of the profile. */
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

/* Adds without a check: sums over parts of a profile cannot overflow. */
static inline void add_counts(ProfileCounts *sum, const ProfileCounts *more) {
  uint64_t *to = (uint64_t *)sum;
  const uint64_t *from = (const uint64_t *)more;
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) to[i] += from[i];
}

/* Sums the profile up over columns, and with `rows` over rows. Items must be in the order of the profile. (With a
 * million cells this is most of the time for a first screen: the sums of columns are kept close together.) */
static void sum_cells(const Making *making, bool with_rows) {
  const Profile *profile = making->profile;
  ViewItem **rows = (ViewItem **)making->axes[VIEW_CODE].items->pdata;
  ViewItem **columns = (ViewItem **)making->axes[VIEW_DATA].items->pdata;
  g_autofree ProfileCounts *sums = g_new0(ProfileCounts, profile->n_bins);
  for (uint32_t i = 0; with_rows && i < profile->n_places; i++)
    rows[profile->places[i].segment]->instructions += profile->places[i].instructions;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (with_rows) add_counts(&rows[profile->places[cell->place].segment]->counts, &cell->counts);
    add_counts(&sums[cell->bin], &cell->counts);
  }
  for (uint32_t i = 0; i < profile->n_bins; i++) columns[i]->counts = sums[i];
}

/* Joins equal members to one item. */
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
  axis->items->len = kept; /* g_ptr_array_set_size() would free items that have moved */
}

/* Returns, by bin, the bin that represents its item. The members of the items in `given` belong to these only. NULL:
 * all differ. Owned by the caller. */
static uint32_t *same_data(const Making *making, const GPtrArray *given) {
  enum { NONE = G_MAXUINT32 };
  const uint32_t n = making->profile->n_bins;
  if (making->levels->of == NULL) return g_memdup2(making->labels[VIEW_DATA].same, sizeof(uint32_t) * n);
  uint32_t *same = g_new(uint32_t, (gsize)n + 1);
  g_autofree uint32_t *stands = g_new(uint32_t, (gsize)n + 1); /* by group: the bin that represents it */
  for (uint32_t i = 0; i < n; i++) same[i] = stands[i] = NONE;
  for (guint g = 0; g < given->len; g++) {
    const GArray *members = ((const ViewItem *)g_ptr_array_index(given, g))->members;
    for (guint m = 0; m < members->len; m++)
      same[g_array_index(members, uint32_t, m)] = g_array_index(members, uint32_t, 0);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (same[i] != NONE) continue;
    const uint32_t group = making->levels->groups[making->levels->of[i]].same[i];
    if (stands[group] == NONE) stands[group] = same[group] == NONE ? group : i;
    same[i] = stands[group];
  }
  return same;
}

/* Appends a number to names that equal another item's, which the user named or which is at another level. */
static void number_names(const ViewAxis *axis) {
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned pass = 0; pass < 2; pass++) /* first the user's names, which stay */
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

/* Joins the items of data; those in `given` exist already. */
static void join_data(const Making *making, const GPtrArray *given) {
  ViewAxis *axis = &making->axes[VIEW_DATA];
  g_autofree uint32_t *same = same_data(making, given);
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
  if (making->levels->of != NULL) number_names(axis);
}

void view_items_make(ViewAxis *axes, const Profile *profile, const ViewLabels *labels, const ViewLevelState *levels) {
  const Making all = {axes, profile, labels, levels}, *making = &all;
  g_autoptr(GPtrArray) given = g_ptr_array_new();
  making->axes[VIEW_CODE].n_members = making->profile->n_segments;
  making->axes[VIEW_DATA].n_members = making->profile->n_bins;
  for (unsigned kind = 0; kind < VIEW_AXES; kind++) {
    make_items(making, kind);
    making->axes[kind].rank_of = g_new(uint32_t, making->axes[kind].n_members);
  }
  sum_cells(making, true);
  if (making->labels[VIEW_CODE].same != NULL) join_same(&making->axes[VIEW_CODE], making->labels[VIEW_CODE].same);
  join_data(making, given);
}

void view_items_remake(ViewAxis *axes, const Profile *profile, const ViewLabels *labels, const ViewLevelState *levels) {
  const Making all = {axes, profile, labels, levels}, *making = &all;
  ViewAxis *axis = &making->axes[VIEW_DATA];
  g_autoptr(GPtrArray) before = axis->items, given = g_ptr_array_new();
  for (guint i = 0; i < before->len; i++) {
    ViewItem *item = g_ptr_array_index(before, i);
    if (item->given != NULL) g_ptr_array_add(given, item);
  }
  make_items(making, VIEW_DATA);
  sum_cells(making, false);
  join_data(making, given);
}
