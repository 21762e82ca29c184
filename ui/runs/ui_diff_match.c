/* ui_diff_match.c: see ui_diff_match.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/runs/ui_diff_match.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/model/ui_machine.h"
#include "ui/runs/ui_diff_cells.h"

/* How exactly items are matched: what is left at one level goes to the next. */
enum { EXACTLY, WITHOUT_LINES, BY_FUNCTION, LEVELS };

/* Makes the axes. Items are collected before they are ranked, and found again through these numbers. */
typedef struct {
  UiDiff *diff;
  UiAxisKind axis;
  GPtrArray *items;           /* UiDiffItem */
  uint32_t *number[UI_SIDES]; /* by rank in the view of that side: number of the item */
} Matching;

static void item_free(gpointer data) {
  UiDiffItem *item = data;
  g_free(item->name);
  g_free(item->full_name);
  g_free(item);
}

/* `name` without numbers behind a point or colon: those are of lines. Owned by the caller. */
static char *without_lines(const char *name) {
  GString *out = g_string_new(NULL);
  for (const char *p = name; *p != '\0';) {
    const size_t digits = *p == '.' || *p == ':' ? strspn(p + 1, "0123456789") : 0;
    if (digits != 0 && (p[digits + 1] == '\0' || strchr(".,) ", p[digits + 1]) != NULL))
      p += digits + 1;
    else
      g_string_append_c(out, *p++);
  }
  return g_string_free(out, FALSE);
}

/* What the item of that rank is matched by at `level`; NULL when there is no such level. Owned by the caller. */
static char *key_of(const UiView *view, UiAxisKind axis, uint32_t rank, unsigned level) {
  const UiItem *item = ui_view_item(view, axis, rank);
  if (item->members->len > 1) return level == EXACTLY ? g_strdup(item->name) : NULL;
  if (item->given != NULL && level != EXACTLY) return g_strdup(item->name);
  const uint32_t member = g_array_index(item->members, uint32_t, 0);
  const UiProfile *profile = view->profile;
  if (axis == UI_DATA) {
    const char *full = view->labels[axis].full[member];
    return level == EXACTLY ? g_strdup(full) : level == WITHOUT_LINES ? without_lines(full) : NULL;
  }
  const UiSegment *segment = &profile->segments[member];
  switch (level) {
    case EXACTLY: return g_strdup(view->labels[axis].full[member]);
    case WITHOUT_LINES:
      return g_strdup_printf("%s (%s, %s)", segment->name, ui_profile_basename(profile->files[segment->file].path),
                             ui_profile_basename(profile->objects[segment->object].path));
    default: return g_strdup(segment->name);
  }
}

/* The item takes up the one of that rank. */
static void join(Matching *matching, uint32_t number, unsigned side, uint32_t rank) {
  UiDiffItem *item = g_ptr_array_index(matching->items, number);
  const UiItem *part = ui_view_item(matching->diff->views[side], matching->axis, rank);
  item->in[side] = true;
  item->instructions[side] += part->instructions;
  ui_counts_add(&item->counts[side], &part->counts);
  matching->number[side][rank] = number;
}

/* Items by their full names, the later profile's first, so that their names are its. */
static void match_exactly(Matching *matching) {
  GHashTable *numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (unsigned side = UI_SIDES; side-- > 0;) {
    const UiView *view = matching->diff->views[side];
    const uint32_t n = ui_view_size(view, matching->axis);
    matching->number[side] = g_new(uint32_t, n);
    for (uint32_t rank = 0; rank < n; rank++) {
      g_autofree char *key = key_of(view, matching->axis, rank, EXACTLY);
      gpointer found;
      if (!g_hash_table_lookup_extended(numbers, key, NULL, &found)) {
        UiDiffItem *item = g_new0(UiDiffItem, 1);
        item->name = g_strdup(ui_view_item(view, matching->axis, rank)->name);
        item->full_name = g_strdup(key);
        found = GUINT_TO_POINTER(matching->items->len);
        g_ptr_array_add(matching->items, item);
        g_hash_table_insert(numbers, g_steal_pointer(&key), found);
      }
      join(matching, GPOINTER_TO_UINT(found), side, rank);
    }
  }
  g_hash_table_destroy(numbers);
}

/* By their key at a level: the only item of each side that is left and has it. */
typedef struct {
  unsigned count[UI_SIDES];
  uint32_t number[UI_SIDES];
} Candidates;

static GHashTable *collect_candidates(const Matching *matching, unsigned level) {
  GHashTable *candidates = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_autofree bool *taken = g_new0(bool, matching->items->len);
  for (unsigned side = 0; side < UI_SIDES; side++) {
    const UiView *view = matching->diff->views[side];
    for (uint32_t rank = 0; rank < ui_view_size(view, matching->axis); rank++) {
      const uint32_t number = matching->number[side][rank];
      const UiDiffItem *item = g_ptr_array_index(matching->items, number);
      if (item->in[!side] || taken[number]) continue;
      taken[number] = true;
      char *key = key_of(view, matching->axis, rank, level);
      if (key == NULL) continue;
      Candidates *same = g_hash_table_lookup(candidates, key);
      if (same == NULL)
        g_hash_table_insert(candidates, key, same = g_new0(Candidates, 1));
      else
        g_free(key);
      same->count[side]++;
      same->number[side] = number;
    }
  }
  return candidates;
}

/* Moves the earlier profile's item of a pair into the later's. */
static void merge(Matching *matching, const Candidates *pair) {
  UiDiffItem *from = g_ptr_array_index(matching->items, pair->number[UI_BEFORE]);
  UiDiffItem *to = g_ptr_array_index(matching->items, pair->number[UI_AFTER]);
  to->in[UI_BEFORE] = to->loosely = true;
  to->counts[UI_BEFORE] = from->counts[UI_BEFORE];
  to->instructions[UI_BEFORE] = from->instructions[UI_BEFORE];
  from->in[UI_BEFORE] = false;
  const uint32_t n = ui_view_size(matching->diff->views[UI_BEFORE], matching->axis);
  for (uint32_t rank = 0; rank < n; rank++)
    if (matching->number[UI_BEFORE][rank] == pair->number[UI_BEFORE])
      matching->number[UI_BEFORE][rank] = pair->number[UI_AFTER];
}

static void match_loosely(Matching *matching, unsigned level) {
  GHashTable *candidates = collect_candidates(matching, level);
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, candidates);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    const Candidates *pair = value;
    if (pair->count[UI_BEFORE] == 1 && pair->count[UI_AFTER] == 1) merge(matching, pair);
  }
  g_hash_table_destroy(candidates);
}

/* Short names are unique within a profile; where the two have different items of one name, the earlier one's gets more
 * of its own. */
static void name_apart(GPtrArray *items) {
  GHashTable *used = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned side = UI_SIDES; side-- > 0;)
    for (guint i = 0; i < items->len; i++) {
      UiDiffItem *item = g_ptr_array_index(items, i);
      if (item->in[UI_AFTER] != (side == UI_AFTER) || !item->in[side]) continue;
      if (g_hash_table_contains(used, item->name)) {
        g_free(item->name);
        item->name = ui_text_escaped(item->full_name);
      }
      g_autofree char *first = g_strdup(item->name);
      for (unsigned n = 1; g_hash_table_contains(used, item->name); n++) {
        g_free(item->name);
        item->name = g_strdup_printf("%s (before, %u)", first, n);
      }
      g_hash_table_add(used, item->name);
    }
  g_hash_table_destroy(used);
}

/* What is ranked: its counts, and what stands for it among equals. */
static gint compare_changes(const UiDiff *diff, const UiCounts *x, const UiCounts *y) {
  const uint64_t change_x = ui_diff_metric_change(diff, x).amount, change_y = ui_diff_metric_change(diff, y).amount;
  if (change_x != change_y) return change_x > change_y ? -1 : 1;
  const uint64_t most_x = MAX(ui_diff_metric(diff, &x[UI_BEFORE]), ui_diff_metric(diff, &x[UI_AFTER]));
  const uint64_t most_y = MAX(ui_diff_metric(diff, &y[UI_BEFORE]), ui_diff_metric(diff, &y[UI_AFTER]));
  return most_x > most_y ? -1 : most_x < most_y;
}

static gint compare_items(gconstpointer a, gconstpointer b, gpointer diff) {
  const UiDiffItem *x = *(UiDiffItem *const *)a, *y = *(UiDiffItem *const *)b;
  const gint order = compare_changes(diff, x->counts, y->counts);
  return order != 0 ? order : strcmp(x->name, y->name);
}

/* Ranks the items, and turns what matching->number says into ranks. */
static void rank_items(Matching *matching) {
  UiDiff *diff = matching->diff;
  GPtrArray *ranked = g_ptr_array_new_with_free_func(item_free);
  for (guint i = 0; i < matching->items->len; i++) {
    UiDiffItem *item = g_ptr_array_index(matching->items, i);
    if (item->in[UI_BEFORE] || item->in[UI_AFTER]) g_ptr_array_add(ranked, item);
  }
  name_apart(ranked);
  g_ptr_array_sort_with_data(ranked, compare_items, diff);
  GHashTable *ranks = g_hash_table_new(NULL, NULL);
  for (guint rank = 0; rank < ranked->len; rank++)
    g_hash_table_insert(ranks, g_ptr_array_index(ranked, rank), GUINT_TO_POINTER(rank));
  for (unsigned side = 0; side < UI_SIDES; side++)
    for (uint32_t i = 0; i < ui_view_size(diff->views[side], matching->axis); i++) {
      uint32_t *number = &matching->number[side][i];
      *number = GPOINTER_TO_UINT(g_hash_table_lookup(ranks, g_ptr_array_index(matching->items, *number)));
    }
  g_hash_table_destroy(ranks);
  for (guint i = 0; i < matching->items->len; i++) {
    UiDiffItem *item = g_ptr_array_index(matching->items, i);
    if (!item->in[UI_BEFORE] && !item->in[UI_AFTER]) item_free(item);
  }
  diff->items[matching->axis] = ranked;
}

static void match_axis(UiDiff *diff, UiAxisKind axis) {
  Matching matching = {.diff = diff, .axis = axis, .items = g_ptr_array_new()};
  match_exactly(&matching);
  for (unsigned level = EXACTLY + 1; level < LEVELS; level++) match_loosely(&matching, level);
  rank_items(&matching);
  g_ptr_array_free(matching.items, TRUE);
  for (unsigned side = 0; side < UI_SIDES; side++) diff->rank_of[axis][side] = matching.number[side];
}

static gint compare_options(gconstpointer a, gconstpointer b) {
  return strcmp(((const UiDiffOption *)a)->name, ((const UiDiffOption *)b)->name);
}

/* Each option of the one that has another value in the other, or none. */
static void compare_runs(UiDiff *diff) {
  diff->options = g_array_new(FALSE, FALSE, sizeof(UiDiffOption));
  for (unsigned side = 0; side < UI_SIDES; side++) {
    const UiProfile *profile = diff->views[side]->profile, *other = diff->views[!side]->profile;
    for (uint32_t i = 0; i < profile->n_options; i++) {
      UiDiffOption option = {.name = profile->options[i].name};
      option.value[side] = ui_profile_option(profile, option.name);
      if (option.value[side] != profile->options[i].value) continue; /* a later one of that name */
      option.value[!side] = ui_profile_option(other, option.name);
      option.machine = ui_machine_kind(option.name) != UI_MACHINE_NOT;
      if (side == UI_AFTER && option.value[UI_BEFORE] != NULL) continue;
      if (g_strcmp0(option.value[UI_BEFORE], option.value[UI_AFTER]) != 0) g_array_append_val(diff->options, option);
    }
  }
  g_array_sort(diff->options, compare_options);
}

UiDiff *ui_diff_match(const UiView *before, const UiView *after) {
  UiDiff *diff = g_new0(UiDiff, 1);
  diff->views[UI_BEFORE] = before;
  diff->views[UI_AFTER] = after;
  diff->by = before->metric <= after->metric ? before : after;
  for (unsigned axis = 0; axis < UI_AXES; axis++) match_axis(diff, axis);
  diff->cells = ui_diff_cells(diff);
  compare_runs(diff);
  return diff;
}
