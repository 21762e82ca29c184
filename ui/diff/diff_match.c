/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/diff/diff_match.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/diff/diff_align.h"
#include "ui/diff/diff_cells.h"
#include "ui/diff/diff_estimate.h"
#include "ui/profile/profile_full_name.h"
#include "ui/profile/profile_machine.h"

/* The kinds of keys by which items are matched, in this order. Each kind is used only for items that earlier kinds left
 * unmatched. No key contains line numbers, because an edit of the source changes them. */
enum {
  BY_GIVEN_NAME, /* the name that the user gave to the item */
  WITHOUT_LINES, /* for data: all functions of the call path, the variable and the type; for code: the function and its
                    file */
  BY_FUNCTION,   /* for data: the variable and the allocating function; for code: only the function */
  BY_VARIABLE,   /* the variable, if only one item of each profile has it */
  LEVELS
};

/* The state of matching the items of one axis. Items have numbers, which are replaced by ranks at the end. */
typedef struct {
  Diff *diff;
  ViewAxisKind axis;
  GPtrArray *items;             /* array of DiffItem *, indexed by item */
  GArray *candidates;           /* array of DiffCandidate, indexed by item */
  uint32_t *number[DIFF_SIDES]; /* number[side][rank] is the item with this rank in the view of one profile */
  uint32_t *into;               /* indexed by item of the earlier profile: the matching item of the later profile */
} Matching;

static void item_free(gpointer data) {
  DiffItem *item = data;
  g_free(item->name);
  g_free(item->full_name);
  g_free(item);
}

/* Returns the name of the function that calls the allocator; "": there is none. */
static const char *allocating_function(const Profile *profile, const ProfileBin *bin) {
  return bin->frames.count != 0 ? profile->segments[profile_frame_place(profile, bin, 0)->segment].name : "";
}

static char *data_key(const View *view, uint32_t bin, unsigned level) {
  const ViewLabels *labels = &view->labels[VIEW_DATA];
  const char *variable = labels->brief[bin];
  if (level == WITHOUT_LINES) return profile_full_name_without_lines(labels->full[bin]);
  if (*variable == '\0') return NULL;
  if (level == BY_VARIABLE) return g_strdup(variable);
  if (view->profile->bins[bin].frames.count == 0)
    return NULL; /* several variables with the same name cannot be put in an order */
  return g_strdup_printf("%s %s", allocating_function(view->profile, &view->profile->bins[bin]), variable);
}

static char *code_key(const Profile *profile, const ProfileSegment *segment, unsigned level) {
  if (level == BY_FUNCTION) return g_strdup(segment->name);
  if (level != WITHOUT_LINES) return NULL;
  if (segment->inlined_in != 0)
    return g_strdup_printf("%s (inlined in %s, %s)", segment->name, profile->segments[segment->inlined_in - 1].name,
                           profile_basename(profile->objects[segment->object].path));
  return g_strdup_printf("%s (%s, %s)", segment->name, profile_basename(profile->files[segment->file].path),
                         profile_basename(profile->objects[segment->object].path));
}

/* Returns the key of kind `level` for the item with this rank; NULL: the item has no such key. The caller owns the
 * key. */
static char *key_of(const View *view, ViewAxisKind axis, uint32_t rank, unsigned level) {
  const ViewItem *item = view_item(view, axis, rank);
  const uint32_t member = g_array_index(item->members, uint32_t, 0);
  if (level == BY_GIVEN_NAME) return item->members->len > 1 || item->given != NULL ? g_strdup(item->name) : NULL;
  if (item->members->len > 1) return NULL;
  return axis == VIEW_DATA ? data_key(view, member, level)
                           : code_key(view->profile, &view->profile->segments[member], level);
}

/* Adds the counts of the item with rank `rank` in one profile to item number `number` of the difference. */
static void join(Matching *matching, uint32_t number, unsigned side, uint32_t rank) {
  DiffItem *item = g_ptr_array_index(matching->items, number);
  DiffCandidate *known = &g_array_index(matching->candidates, DiffCandidate, number);
  const ViewItem *part = view_item(matching->diff->views[side], matching->axis, rank);
  item->in[side] = true;
  item->instructions[side] += part->instructions;
  profile_counts_add(&item->counts[side], &part->counts);
  matching->number[side][rank] = number;
  for (guint i = 0; matching->axis == VIEW_DATA && i < part->members->len; i++) {
    const ProfileBin *bin = &matching->diff->views[side]->profile->bins[g_array_index(part->members, uint32_t, i)];
    known->bytes += bin->bytes;
    known->blocks += bin->blocks;
  }
  known->instructions = item->instructions[side];
  known->references = profile_counts_references(&item->counts[side]);
}

/* Returns the full name of the item with this rank. For a combined item, returns the short name. */
static const char *full_name_of(const View *view, ViewAxisKind axis, uint32_t rank) {
  const ViewItem *item = view_item(view, axis, rank);
  return item->members->len > 1 ? item->name : view->labels[axis].full[g_array_index(item->members, uint32_t, 0)];
}

/* Collects the items of one profile. Items with equal full names become one item. */
static void collect_items(Matching *matching, unsigned side) {
  const View *view = matching->diff->views[side];
  const uint32_t n = view_size(view, matching->axis);
  g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
  matching->number[side] = g_new(uint32_t, n);
  for (uint32_t rank = 0; rank < n; rank++) {
    const char *full = full_name_of(view, matching->axis, rank);
    gpointer found;
    if (!g_hash_table_lookup_extended(numbers, full, NULL, &found)) {
      DiffItem *item = g_new0(DiffItem, 1);
      item->name = g_strdup(view_item(view, matching->axis, rank)->name);
      item->full_name = g_strdup(full);
      const DiffCandidate known = {.full_name = item->full_name, .number = matching->items->len};
      found = GUINT_TO_POINTER(known.number);
      g_ptr_array_add(matching->items, item);
      g_array_append_val(matching->candidates, known);
      g_hash_table_insert(numbers, item->full_name, found);
    }
    join(matching, GPOINTER_TO_UINT(found), side, rank);
  }
}

/* The unmatched items of each profile that have the same key (arrays of DiffCandidate). */
typedef struct {
  GArray *items[DIFF_SIDES];
} Group;

static void group_free(gpointer data) {
  Group *group = data;
  for (unsigned side = 0; side < DIFF_SIDES; side++) g_array_unref(group->items[side]);
  g_free(group);
}

/* Returns the group of items for a key, and makes it if it does not exist. Takes ownership of the key. */
static Group *group_of(GHashTable *groups, char *key) {
  Group *group = g_hash_table_lookup(groups, key);
  if (group != NULL) {
    g_free(key);
    return group;
  }
  group = g_new(Group, 1);
  for (unsigned i = 0; i < DIFF_SIDES; i++) group->items[i] = g_array_new(FALSE, FALSE, sizeof(DiffCandidate));
  g_hash_table_insert(groups, key, group);
  return group;
}

static GHashTable *collect_groups(const Matching *matching, unsigned level) {
  GHashTable *groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, group_free);
  g_autofree bool *taken = g_new0(bool, matching->items->len);
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    const View *view = matching->diff->views[side];
    for (uint32_t rank = 0; rank < view_size(view, matching->axis); rank++) {
      const uint32_t number = matching->number[side][rank];
      const DiffItem *item = g_ptr_array_index(matching->items, number);
      if (!item->in[side] || item->in[!side] || taken[number]) continue;
      taken[number] = true;
      char *key = key_of(view, matching->axis, rank, level);
      if (key == NULL) continue;
      g_array_append_val(group_of(groups, key)->items[side],
                         g_array_index(matching->candidates, DiffCandidate, number));
    }
  }
  return groups;
}

/* Merges item `before` of the earlier profile into item `after` of the later profile, with which it was paired. */
static void merge(void *closure, uint32_t before, uint32_t after) {
  const Matching *matching = closure;
  DiffItem *from = g_ptr_array_index(matching->items, before), *to = g_ptr_array_index(matching->items, after);
  to->in[DIFF_BEFORE] = true;
  to->loosely = strcmp(from->full_name, to->full_name) != 0;
  to->counts[DIFF_BEFORE] = from->counts[DIFF_BEFORE];
  to->instructions[DIFF_BEFORE] = from->instructions[DIFF_BEFORE];
  from->in[DIFF_BEFORE] = false;
  matching->into[before] = after;
}

/* Returns whether the items of a group can be paired in the order of their lines. They can if their call paths are
 * equal except for lines, or if they are data of the same variable and function. Otherwise, the group matches only if
 * each profile has a single item. */
static bool may_align(const Matching *matching, unsigned level, const Group *group) {
  const bool alone = group->items[DIFF_BEFORE]->len == 1 && group->items[DIFF_AFTER]->len == 1;
  return alone || level <= WITHOUT_LINES || (level == BY_FUNCTION && matching->axis == VIEW_DATA);
}

static void match(Matching *matching, unsigned level) {
  g_autoptr(GHashTable) groups = collect_groups(matching, level);
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, groups);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    const Group *group = value;
    if (may_align(matching, level, group))
      diff_align(group->items[DIFF_BEFORE], group->items[DIFF_AFTER], merge, matching);
  }
}

/* Makes the short names unique. They are unique within a profile, but different items of the two profiles can have the
 * same short name. Then the item of the earlier profile gets a longer name. */
static void name_apart(GPtrArray *items) {
  g_autoptr(GHashTable) used = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned side = DIFF_SIDES; side-- > 0;)
    for (guint i = 0; i < items->len; i++) {
      DiffItem *item = g_ptr_array_index(items, i);
      if (item->in[DIFF_AFTER] != (side == DIFF_AFTER) || !item->in[side]) continue;
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
}

/* Compares two items or cells by the change of the metric, then by the value of the metric. */
static gint compare_changes(const Diff *diff, const ProfileCounts *x, const ProfileCounts *y) {
  const uint64_t change_x = diff_metric_change(diff, x).amount, change_y = diff_metric_change(diff, y).amount;
  if (change_x != change_y) return change_x > change_y ? -1 : 1;
  const uint64_t most_x = MAX(diff_metric(diff, &x[DIFF_BEFORE]), diff_metric(diff, &x[DIFF_AFTER]));
  const uint64_t most_y = MAX(diff_metric(diff, &y[DIFF_BEFORE]), diff_metric(diff, &y[DIFF_AFTER]));
  return most_x > most_y ? -1 : most_x < most_y;
}

static gint compare_items(gconstpointer a, gconstpointer b, gpointer diff) {
  const DiffItem *x = *(DiffItem *const *)a, *y = *(DiffItem *const *)b;
  const gint order = compare_changes(diff, x->counts, y->counts);
  return order != 0 ? order : strcmp(x->name, y->name);
}

/* Ranks the items of an axis, and replaces the numbers in matching->number by ranks. */
static void rank_items(Matching *matching) {
  Diff *diff = matching->diff;
  GPtrArray *ranked = g_ptr_array_new_with_free_func(item_free);
  for (guint i = 0; i < matching->items->len; i++) {
    DiffItem *item = g_ptr_array_index(matching->items, i);
    if (item->in[DIFF_BEFORE] || item->in[DIFF_AFTER]) g_ptr_array_add(ranked, item);
  }
  name_apart(ranked);
  g_ptr_array_sort_with_data(ranked, compare_items, diff);
  g_autoptr(GHashTable) ranks = g_hash_table_new(NULL, NULL);
  for (guint rank = 0; rank < ranked->len; rank++)
    g_hash_table_insert(ranks, g_ptr_array_index(ranked, rank), GUINT_TO_POINTER(rank));
  for (unsigned side = 0; side < DIFF_SIDES; side++)
    for (uint32_t i = 0; i < view_size(diff->views[side], matching->axis); i++) {
      uint32_t *number = &matching->number[side][i];
      *number = GPOINTER_TO_UINT(
          g_hash_table_lookup(ranks, g_ptr_array_index(matching->items, matching->into[*number])));
    }
  for (guint i = 0; i < matching->items->len; i++) {
    DiffItem *item = g_ptr_array_index(matching->items, i);
    if (!item->in[DIFF_BEFORE] && !item->in[DIFF_AFTER]) item_free(item);
  }
  diff->items[matching->axis] = ranked;
}

static void match_axis(Diff *diff, ViewAxisKind axis) {
  Matching matching = {.diff = diff, .axis = axis, .items = g_ptr_array_new()};
  matching.candidates = g_array_new(FALSE, FALSE, sizeof(DiffCandidate));
  for (unsigned side = DIFF_SIDES; side-- > 0;) collect_items(&matching, side);
  matching.into = g_new(uint32_t, MAX(matching.items->len, 1));
  for (uint32_t i = 0; i < matching.items->len; i++) matching.into[i] = i;
  for (unsigned level = 0; level < LEVELS; level++) match(&matching, level);
  rank_items(&matching);
  g_free(matching.into);
  g_array_unref(matching.candidates);
  g_ptr_array_free(matching.items, TRUE);
  for (unsigned side = 0; side < DIFF_SIDES; side++) diff->rank_of[axis][side] = matching.number[side];
}

static gint compare_options(gconstpointer a, gconstpointer b) {
  return strcmp(((const DiffOption *)a)->name, ((const DiffOption *)b)->name);
}

/* Collects the options that have different values in the two profiles, and stores them in the difference. */
static void compare_runs(Diff *diff) {
  diff->options = g_array_new(FALSE, FALSE, sizeof(DiffOption));
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    const Profile *profile = diff->views[side]->profile, *other = diff->views[!side]->profile;
    for (uint32_t i = 0; i < profile->n_options; i++) {
      DiffOption option = {.name = profile->options[i].name};
      option.value[side] = profile_option(profile, option.name);
      if (option.value[side] != profile->options[i].value)
        continue; /* skip this option, because a later one has the same name */
      option.value[!side] = profile_option(other, option.name);
      option.machine = profile_machine_kind(option.name) != PROFILE_MACHINE_NOT;
      if (side == DIFF_AFTER && option.value[DIFF_BEFORE] != NULL) continue;
      if (g_strcmp0(option.value[DIFF_BEFORE], option.value[DIFF_AFTER]) != 0)
        g_array_append_val(diff->options, option);
    }
  }
  g_array_sort(diff->options, compare_options);
}

Diff *diff_match(const View *before, const View *after) {
  Diff *diff = g_new0(Diff, 1);
  diff->views[DIFF_BEFORE] = before;
  diff->views[DIFF_AFTER] = after;
  diff->by = before->metric <= after->metric ? before : after;
  if (before->profile->of_samples || after->profile->of_samples)
    diff->by = before->profile->of_samples ? before : after;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) match_axis(diff, axis);
  diff->cells = diff_cells(diff);
  compare_runs(diff);
  diff_estimate(diff);
  return diff;
}
