/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_keys.c: applies the user's names to views. view_keys_file.c reads and writes the file with these names. */
#include "ui/view/view_keys.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_full_name.h"

static void key_free(gpointer data) {
  ViewKey *key = data;
  g_free(key->name);
  g_strfreev(key->members);
  g_free(key);
}

ViewKeys *view_keys_new(void) {
  ViewKeys *keys = g_new(ViewKeys, 1);
  keys->owners = 1;
  keys->entries = g_ptr_array_new_with_free_func(key_free);
  return keys;
}

ViewKeys *view_keys_share(ViewKeys *keys) {
  keys->owners++;
  return keys;
}

void view_keys_free(ViewKeys *keys) {
  if (keys == NULL || --keys->owners > 0) return;
  g_ptr_array_free(keys->entries, TRUE);
  g_free(keys);
}

char **view_keys_members(const View *view, ViewAxisKind axis) {
  const uint32_t n = view->axes[axis].n_members;
  g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal); /* full name -> number of occurrences */
  char **members = g_new0(char *, (gsize)n + 1);
  for (uint32_t i = 0; i < n; i++) {
    char *full = view->labels[axis].full[i];
    const guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, full)) + 1;
    g_hash_table_insert(counts, full, GUINT_TO_POINTER(count));
    g_autofree char *printable = ui_text_escaped_utf8(full);
    members[i] = count == 1 ? g_steal_pointer(&printable) : g_strdup_printf("%s #%u", printable, count);
  }
  return members;
}

/* Members of the file and of the view whose names differ only in line numbers. */
typedef struct {
  GPtrArray *texts;
  GPtrArray *keys; /* char *: the view's keys, which are elements of the result of view_keys_members() */
} Group;

static void group_free(gpointer data) {
  Group *group = data;
  g_ptr_array_unref(group->texts);
  g_ptr_array_unref(group->keys);
  g_free(group);
}

/* Returns the group of a member; NULL: there is none. If `make` is set, makes the group instead of returning NULL. */
static Group *group_of(GHashTable *groups, const char *member, bool make) {
  g_autofree char *plain = profile_full_name_without_lines(member);
  Group *group = g_hash_table_lookup(groups, plain);
  if (group != NULL || !make) return group;
  group = g_new(Group, 1);
  *group = (Group){g_ptr_array_new(), g_ptr_array_new()};
  g_hash_table_insert(groups, g_steal_pointer(&plain), group);
  return group;
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  return profile_full_name_compare_lines(*(const char *const *)a, *(const char *const *)b);
}

/* Matches the members of a group with the view's keys. If there are equally many of both, they correspond in their
 * order. Otherwise, equal names correspond, and each remaining member corresponds to the nearest remaining key. */
static void resolve_group(const Group *group, GHashTable *found) {
  const bool all = group->texts->len == group->keys->len;
  g_ptr_array_sort(group->texts, compare_lines);
  g_ptr_array_sort(group->keys, compare_lines);
  for (guint i = 0; i < group->texts->len; i++) {
    const char *text = g_ptr_array_index(group->texts, i);
    guint same = i;
    if (!all && !g_ptr_array_find_with_equal_func(group->keys, text, g_str_equal, &same)) continue;
    g_hash_table_insert(found, (gpointer)text, g_ptr_array_index(group->keys, same));
    if (!all) g_ptr_array_remove_index(group->keys, same);
  }
  for (guint i = 0; i < group->texts->len && group->keys->len > 0; i++) {
    const char *text = g_ptr_array_index(group->texts, i);
    if (g_hash_table_contains(found, text)) continue;
    guint nearest = 0;
    for (guint k = 1; k < group->keys->len; k++)
      if (profile_full_name_lines_apart(text, g_ptr_array_index(group->keys, k)) <
          profile_full_name_lines_apart(text, g_ptr_array_index(group->keys, nearest)))
        nearest = k;
    g_hash_table_insert(found, (gpointer)text, g_ptr_array_index(group->keys, nearest));
    g_ptr_array_remove_index(group->keys, nearest);
  }
}

/* Returns whether a bin is a static or thread-local variable. */
static bool is_variable(const View *view, guint number) {
  const char *kind = view->profile->bins[number].kind;
  return strcmp(kind, "static") == 0 || strcmp(kind, "tls") == 0;
}

/* Stores `one` under its plain name. If the table already contains this name, stores NULL under it, because it is
 * ambiguous. */
static void add_by_plain_name(GHashTable *by_name, char *one) {
  char *plain = profile_full_name_plain(one);
  const bool several = g_hash_table_contains(by_name, plain);
  g_hash_table_insert(by_name, plain, several ? NULL : one);
}

/* Matches variables whose file, function or object has changed. A text that was not matched corresponds to an unmatched
 * variable with the same plain name, if no other unmatched text or variable has this plain name. */
static void match_renamed(const ViewKeys *keys, const View *view, char *const *members, GHashTable *found) {
  g_autoptr(GHashTable) texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) left = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init(&iter, found);
  while (g_hash_table_iter_next(&iter, NULL, &value)) g_hash_table_add(taken, value);
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    for (char **member = key->members; key->axis == VIEW_DATA && *member != NULL; member++)
      if (!g_hash_table_contains(found, *member)) add_by_plain_name(texts, *member);
  }
  for (guint i = 0; members[i] != NULL; i++)
    if (is_variable(view, i) && !g_hash_table_contains(taken, members[i])) add_by_plain_name(left, members[i]);
  g_hash_table_iter_init(&iter, texts);
  while (g_hash_table_iter_next(&iter, &name, &value)) {
    char *member = g_hash_table_lookup(left, name);
    if (value != NULL && member != NULL) g_hash_table_insert(found, value, member);
  }
}

/* Returns a table from each member of the entries to its number on the axis, as GUINT_TO_POINTER(number + 1). Missing
 * members are not in the table. Members are found even if an edit of the source has moved lines. */
static GHashTable *index_members(const ViewKeys *keys, const View *view, ViewAxisKind axis, char *const *members) {
  g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, group_free);
  GHashTable *found = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    for (char **member = key->members; key->axis == axis && *member != NULL; member++)
      g_ptr_array_add(group_of(groups, *member, true)->texts, *member);
  }
  if (g_hash_table_size(groups) == 0) return found;
  for (guint i = 0; members[i] != NULL; i++) {
    Group *group = group_of(groups, members[i], false);
    g_hash_table_insert(numbers, members[i], GUINT_TO_POINTER(i + 1));
    if (group != NULL) g_ptr_array_add(group->keys, members[i]);
  }
  GHashTableIter iter;
  gpointer text, value;
  g_hash_table_iter_init(&iter, groups);
  while (g_hash_table_iter_next(&iter, NULL, &value)) resolve_group(value, found);
  if (axis == VIEW_DATA) match_renamed(keys, view, members, found);
  g_hash_table_iter_init(&iter, found);
  while (g_hash_table_iter_next(&iter, &text, &value))
    g_hash_table_iter_replace(&iter, g_hash_table_lookup(numbers, value));
  return found;
}

/* Combines the members of an entry to an item of the view called `name`. Returns whether this succeeded. Sets *found to
 * whether at least one member exists. */
static bool apply_entry(const ViewKey *key, View *view, GHashTable *numbers, const char *name, bool *found) {
  g_autofree bool *picked = g_new0(bool, MAX(view_size(view, key->axis), 1));
  *found = false;
  for (char **member = key->members; *member != NULL; member++) {
    const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, *member));
    if (number != 0) *found = picked[view->axes[key->axis].rank_of[number - 1]] = true;
  }
  return *found && view_combine(view, key->axis, picked, name);
}

/* Applies all names of an axis that were not refused. First sets temporary names, because the names of two items can
 * have been swapped. Returns the number of names applied. Sets *refused to whether more names are refused now. */
static unsigned apply_axis(ViewKeys *keys, View *view, ViewAxisKind axis, bool *refused) {
  g_auto(GStrv) members = view_keys_members(view, axis);
  g_autoptr(GHashTable) numbers = index_members(keys, view, axis, members);
  g_autofree bool *there = g_new0(bool, keys->entries->len + 1);
  unsigned n = 0;
  bool found;
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    g_autofree char *unused = g_strdup_printf("\001%u", i);
    there[i] = key->axis == axis && !key->refused && apply_entry(key, view, numbers, unused, &found);
  }
  for (guint i = 0; i < keys->entries->len; i++) {
    if (!there[i]) continue;
    ViewKey *key = g_ptr_array_index(keys->entries, i);
    g_autofree char *name = ui_text_unescaped(key->name);
    key->refused = !apply_entry(key, view, numbers, name, &found);
    *refused |= key->refused;
    n += !key->refused;
  }
  return n;
}

static bool any_named(const View *view) {
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    for (uint32_t rank = 0; rank < view_size(view, axis); rank++)
      if (view_item(view, axis, rank)->given != NULL) return true;
  return false;
}

/* Applies all names again after a name was refused. This is necessary because the item then keeps the name from the
 * profile, which another item can have received before. Meanwhile, each call path is a column, because a name can
 * belong to one call path. */
unsigned view_keys_apply(ViewKeys *keys, View *view) {
  unsigned n;
  bool refused;
  g_autofree uint8_t *levels = g_memdup2(view->levels.of, view->profile->n_bins);
  if (levels != NULL) view_set_level(view, NULL, VIEW_LEVEL_PATH);
  for (guint i = 0; i < keys->entries->len; i++) ((ViewKey *)g_ptr_array_index(keys->entries, i))->refused = false;
  view_hold(view, true);
  do {
    refused = false;
    if (any_named(view)) view_forget_names(view);
    n = apply_axis(keys, view, VIEW_CODE, &refused);
    n += apply_axis(keys, view, VIEW_DATA, &refused);
  } while (refused);
  view_hold(view, false);
  if (levels != NULL) view_set_level_of(view, levels);
  return n;
}

static void add_entry(ViewKeys *keys, ViewAxisKind axis, char *name, GPtrArray *members) {
  ViewKey *key = g_new0(ViewKey, 1);
  key->axis = axis;
  key->name = name;
  g_ptr_array_add(members, NULL);
  key->members = (char **)g_ptr_array_free(members, FALSE);
  g_ptr_array_add(keys->entries, key);
}

/* Adds the members of an entry that the view does not contain. If the entry was refused, also adds its members without
 * a name from the user. */
static void add_unnamed(const ViewKey *key, const View *view, GHashTable *numbers, GPtrArray *members) {
  const ViewAxis *axis = &view->axes[key->axis];
  for (char **member = key->members; *member != NULL; member++) {
    const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, *member));
    const bool unnamed = number == 0 ||
                         (key->refused && view_item(view, key->axis, axis->rank_of[number - 1])->given == NULL);
    if (unnamed) g_ptr_array_add(members, g_strdup(*member));
  }
}

/* Returns the entry with this name; NULL: there is none. */
static const ViewKey *find_name(const ViewKeys *keys, ViewAxisKind axis, const char *name) {
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    if (key->axis == axis && strcmp(key->name, name) == 0) return key;
  }
  return NULL;
}

static void add_axis(ViewKeys *keys, const View *view, ViewAxisKind kind, const ViewKeys *before) {
  const ViewAxis *axis = &view->axes[kind];
  g_auto(GStrv) all = view_keys_members(view, kind);
  g_autoptr(GHashTable) numbers = index_members(before, view, kind, all);
  for (uint32_t number = 0; number < axis->n_members; number++) {
    const ViewItem *item = view_item(view, kind, axis->rank_of[number]);
    if (item->given == NULL || g_array_index(item->members, uint32_t, 0) != number) continue;
    char *name = ui_text_escaped_utf8(item->given);
    GPtrArray *members = g_ptr_array_new();
    for (guint i = 0; i < item->members->len; i++)
      g_ptr_array_add(members, g_strdup(all[g_array_index(item->members, uint32_t, i)]));
    const ViewKey *old = find_name(before, kind, name);
    if (old != NULL) add_unnamed(old, view, numbers, members);
    add_entry(keys, kind, name, members);
  }
  for (guint i = 0; i < before->entries->len; i++) {
    const ViewKey *old = g_ptr_array_index(before->entries, i);
    if (old->axis != kind || find_name(keys, kind, old->name) != NULL) continue;
    GPtrArray *members = g_ptr_array_new_with_free_func(g_free);
    add_unnamed(old, view, numbers, members);
    if (members->len > 0)
      add_entry(keys, kind, g_strdup(old->name), members);
    else
      g_ptr_array_unref(members);
  }
}

ViewKeys *view_keys_collect(const View *view, const ViewKeys *before) {
  ViewKeys *keys = view_keys_new();
  add_axis(keys, view, VIEW_DATA, before);
  add_axis(keys, view, VIEW_CODE, before);
  return keys;
}
