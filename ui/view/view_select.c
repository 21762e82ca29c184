/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_select.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - select - error - quark, view_select_error)

enum {
  DESCRIBED = 3 /* maximum number of names in a title */,
  LEAST_PART = 3 /* minimum length of a part of a name */
};

static void selection_init(const View *view, ViewAxisKind axis, ViewSelection *selection) {
  selection->axis = axis;
  selection->picked = g_new0(bool, MAX(view_size(view, axis), 1));
  selection->count = 0;
}

void view_selection_clear(ViewSelection *selection) { g_clear_pointer(&selection->picked, g_free); }

static void pick(ViewSelection *selection, uint32_t rank) {
  selection->count += !selection->picked[rank];
  selection->picked[rank] = true;
}

void view_select_all(const View *view, ViewAxisKind axis, ViewSelection *selection) {
  selection_init(view, axis, selection);
  const uint32_t shown = view_shown(view, axis), used = view_used(view, axis);
  for (uint32_t rank = 0; rank < shown; rank++) pick(selection, rank);
  /* Also select code without references, because it can have taken time. */
  for (uint32_t rank = used; shown == used && rank < view_size(view, axis); rank++) pick(selection, rank);
}

void view_selection_move(const ViewSelection *selection, const View *from, const View *to, ViewSelection *moved) {
  const ViewAxis *before = &from->axes[selection->axis], *after = &to->axes[selection->axis];
  selection_init(to, selection->axis, moved);
  for (uint32_t i = 0; i < before->n_members; i++)
    if (selection->picked[before->rank_of[i]]) pick(moved, after->rank_of[i]);
}

uint32_t view_selection_first(const ViewSelection *selection) {
  uint32_t rank = 0;
  while (!selection->picked[rank]) rank++;
  return rank;
}

static bool is_number(const char *text) { return *text != '\0' && text[strspn(text, "0123456789")] == '\0'; }

static bool pick_number(const View *view, const char *text, ViewSelection *selection, GError **error) {
  const uint32_t size = view_size(view, selection->axis);
  guint64 rank;
  if (g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT32, &rank, NULL) && rank < size) {
    pick(selection, (uint32_t)rank);
    return true;
  }
  const char *kind = view_axis_name(selection->axis);
  if (size == 0) return ui_fail(error, VIEW_SELECT_ERROR, 0, "there is no %s", kind);
  return ui_fail(error, VIEW_SELECT_ERROR, 0, "there is no %s %s: their numbers go from 0 to %u", kind, text, size - 1);
}

/* Returns whether the pattern matches the full name or the short form of segment or bin number `number`. */
static bool member_matches(const View *view, ViewAxisKind axis, uint32_t number, GPatternSpec *pattern) {
  const ViewLabels *labels = &view->labels[axis];
  g_autofree char *full = ui_text_escaped(labels->full[number]);
  if (g_pattern_spec_match_string(pattern, full)) return true;
  g_autofree char *brief = ui_text_escaped(labels->brief[number]);
  return g_pattern_spec_match_string(pattern, brief);
}

static bool item_matches(const View *view, ViewAxisKind axis, const ViewItem *item, GPatternSpec *pattern) {
  if (g_pattern_spec_match_string(pattern, item->name)) return true;
  for (guint i = 0; i < item->members->len; i++)
    if (member_matches(view, axis, g_array_index(item->members, uint32_t, i), pattern)) return true;
  return false;
}

/* Selects the item with this short name. Returns false if there is none. */
static bool pick_name(const View *view, const char *name, ViewSelection *selection) {
  for (uint32_t rank = 0; rank < view_size(view, selection->axis); rank++)
    if (strcmp(view_item(view, selection->axis, rank)->name, name) == 0) {
      pick(selection, rank);
      return true;
    }
  return false;
}

/* Selects all items that match the pattern. Selects hidden items only if no other items match. Returns false if nothing
 * matches. */
static bool pick_pattern(const View *view, const char *text, ViewSelection *selection) {
  g_autoptr(GPatternSpec) pattern = g_pattern_spec_new(text);
  const uint32_t shown = view_shown(view, selection->axis);
  bool found = false;
  for (uint32_t rank = 0; rank < view_size(view, selection->axis) && !(found && rank >= shown); rank++)
    if (item_matches(view, selection->axis, view_item(view, selection->axis, rank), pattern)) {
      pick(selection, rank);
      found = true;
    }
  return found;
}

/* Offers all names of an item to the search for a similar name. For a single bin, this includes the variable, such as
 * "M.nz" for "double *.M.nz". `escaped` stores this name. */
static void offer_names(const View *view, ViewAxisKind axis, const ViewItem *item, GPtrArray *escaped,
                        UiNearest *nearest) {
  ui_nearest_offer(nearest, item->name);
  if (item->members->len != 1) return;
  const char *brief = view->labels[axis].brief[g_array_index(item->members, uint32_t, 0)];
  if (*brief == '\0') return;
  g_ptr_array_add(escaped, ui_text_escaped(brief));
  ui_nearest_offer(nearest, g_ptr_array_index(escaped, escaped->len - 1));
}

static bool fail_unknown(const View *view, ViewAxisKind axis, const char *name, GError **error) {
  g_auto(ViewSelection) other = {.picked = NULL};
  selection_init(view, axis == VIEW_CODE ? VIEW_DATA : VIEW_CODE, &other);
  const bool elsewhere = pick_name(view, name, &other);
  g_autoptr(GPtrArray) escaped = g_ptr_array_new_with_free_func(g_free);
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (uint32_t rank = 0; rank < view_size(view, axis); rank++)
    offer_names(view, axis, view_item(view, axis, rank), escaped, &nearest);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  const char *kind = view_axis_name(axis);
  if (elsewhere)
    return ui_fail(error, VIEW_SELECT_ERROR, 0, "no %s is called '%s': it is a %s", kind, printable,
                   view_axis_name(other.axis));
  if (near == NULL) return ui_fail(error, VIEW_SELECT_ERROR, 0, "no %s is called '%s'", kind, printable);
  return ui_fail(error, VIEW_SELECT_ERROR, 0, "no %s is called '%s'; the nearest is '%s'", kind, printable, near);
}

/* Selects all shown items whose names contain `text`. Returns false if there are none. */
static bool pick_containing(const View *view, const char *text, ViewSelection *selection) {
  if (strlen(text) < LEAST_PART || strpbrk(text, "*?") != NULL) return false;
  g_autofree char *pattern = g_strdup_printf("*%s*", text);
  g_autoptr(GPatternSpec) spec = g_pattern_spec_new(pattern);
  const uint32_t before = selection->count;
  for (uint32_t rank = 0; rank < view_shown(view, selection->axis); rank++)
    if (item_matches(view, selection->axis, view_item(view, selection->axis, rank), spec)) pick(selection, rank);
  return selection->count > before;
}

static bool pick_part(const View *view, const char *part, bool loose, ViewSelection *selection, GError **error) {
  if (is_number(part)) return pick_number(view, part, selection, error);
  if (pick_name(view, part, selection) || pick_pattern(view, part, selection)) return true;
  return (loose && pick_containing(view, part, selection)) || fail_unknown(view, selection->axis, part, error);
}

/* Splits a list at all commas that are not within brackets. */
static GPtrArray *split_list(const char *text) {
  GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
  int depth = 0;
  const char *from = text;
  for (const char *p = text;; p++) {
    if (*p != '\0' && strchr("([{<", *p) != NULL) depth++;
    if (*p != '\0' && strchr(")]}>", *p) != NULL && depth > 0) depth--;
    if (*p != '\0' && (*p != ',' || depth > 0)) continue;
    g_ptr_array_add(parts, g_strstrip(g_strndup(from, (gsize)(p - from))));
    if (*p == '\0') return parts;
    from = p + 1;
  }
}

/* Selects the items that `selector` names. If `loose` is set, a part of a name is accepted if nothing has exactly this
 * name. */
static bool choose(const View *view, ViewAxisKind axis, const char *selector, bool loose, ViewSelection *selection,
                   GError **error) {
  g_autofree char *text = g_utf8_make_valid(selector, -1);
  selection_init(view, axis, selection);
  /* First try the whole text as a name, because a name can contain commas. */
  if (!is_number(text) && pick_name(view, text, selection)) return true;
  g_autoptr(GPtrArray) parts = split_list(text);
  bool good = true;
  for (guint i = 0; i < parts->len && good; i++)
    good = pick_part(view, g_ptr_array_index(parts, i), loose, selection, error);
  if (!good) view_selection_clear(selection);
  return good;
}

bool view_select(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection, GError **error) {
  return choose(view, axis, selector, true, selection, error);
}

bool view_select_exactly(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection,
                         GError **error) {
  return choose(view, axis, selector, false, selection, error);
}

bool view_select_any(const View *view, const char *selector, ViewSelection *selection, GError **error) {
  if (g_str_has_prefix(selector, "code:")) return view_select(view, VIEW_CODE, selector + 5, selection, error);
  if (g_str_has_prefix(selector, "data:")) return view_select(view, VIEW_DATA, selector + 5, selection, error);
  ViewSelection code;
  const bool is_data = choose(view, VIEW_DATA, selector, false, selection, error);
  const bool numbers = selector[strspn(selector, "0123456789, ")] == '\0';
  const bool means_data = numbers || (is_data && strpbrk(selector, "*?") != NULL);
  const bool is_code = !means_data && choose(view, VIEW_CODE, selector, false, &code, NULL);
  if (is_data && is_code) {
    view_selection_clear(selection);
    view_selection_clear(&code);
    g_autofree char *printable = ui_text_escaped(selector);
    return ui_fail(error, VIEW_SELECT_ERROR, 0, "'%s' is both data and code: write data:%s or code:%s", printable,
                   printable, printable);
  }
  if (is_code) {
    g_clear_error(error);
    *selection = code;
  }
  return is_data || is_code;
}

/* Returns whether exactly those items are selected that are not filtered out. */
static bool is_all(const ViewSelection *selection, const View *view) {
  const uint32_t shown = view_shown(view, selection->axis);
  for (uint32_t rank = 0; rank < view_used(view, selection->axis); rank++)
    if (selection->picked[rank] != (rank < shown)) return false;
  return true;
}

void view_selection_describe(const ViewSelection *selection, const View *view, GString *out) {
  const uint32_t size = view_size(view, selection->axis);
  if (selection->count != 1 && is_all(selection, view)) {
    const bool filtered = view_shown(view, selection->axis) < view_used(view, selection->axis);
    g_string_append_printf(out, "all %ss%s", view_axis_name(selection->axis), filtered ? " shown" : "");
    return;
  }
  if (selection->count > 1) g_string_append_printf(out, "%u %ss (", selection->count, view_axis_name(selection->axis));
  uint32_t named = 0;
  for (uint32_t rank = 0; rank < size && named < DESCRIBED; rank++) {
    if (!selection->picked[rank]) continue;
    if (named++ > 0) g_string_append(out, ", ");
    g_string_append(out, view_item(view, selection->axis, rank)->name);
  }
  if (selection->count > DESCRIBED) g_string_append(out, ", ...");
  if (selection->count > 1) g_string_append_c(out, ')');
}
