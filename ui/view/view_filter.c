/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_filter.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_ranks.h"
#include "ui/view/view_select.h"

/* By axis and rank: whether an item fulfils a condition. The array is NULL if the condition does not apply to the
 * axis. */
typedef struct {
  bool *picked[VIEW_AXES];
} Matches;

static bool fail(GError **error, const char *format, const char *typed) {
  g_autofree char *printable = ui_text_escaped(typed);
  g_autofree char *quoted = g_strdup_printf("'%s'", printable);
  g_auto(GStrv) parts = g_strsplit(format, "%s", -1);
  g_autofree char *message = g_strjoinv(quoted, parts);
  return ui_fail(error, VIEW_SELECT_ERROR, 0, "%s", message);
}

static bool *new_matches(const View *view, ViewAxisKind axis) { return g_new0(bool, MAX(view_size(view, axis), 1)); }

/* The type of a function that returns whether segment or bin number `number` fulfils the condition. */
typedef bool Fulfils(const Profile *profile, uint32_t number, const void *condition);

/* Marks the items that have a matching member. Returns false if there is none. */
static bool match_members(const View *view, ViewAxisKind axis, Fulfils *fulfils, const void *condition,
                          Matches *matches) {
  matches->picked[axis] = new_matches(view, axis);
  bool any = false;
  for (uint32_t number = 0; number < view->axes[axis].n_members; number++)
    if (fulfils(view->profile, number, condition)) any = matches->picked[axis][view->axes[axis].rank_of[number]] = true;
  return any;
}

static bool path_matches(const char *path, const void *pattern) {
  g_autofree char *valid = g_utf8_make_valid(path, -1);
  return g_pattern_spec_match_string((GPatternSpec *)(uintptr_t)pattern, valid) ||
         g_pattern_spec_match_string((GPatternSpec *)(uintptr_t)pattern, profile_basename(valid));
}

static bool in_object(const Profile *profile, uint32_t segment, const void *pattern) {
  return path_matches(profile->objects[profile->segments[segment].object].path, pattern);
}

static bool in_file(const Profile *profile, uint32_t segment, const void *pattern) {
  return path_matches(profile->files[profile->segments[segment].file].path, pattern);
}

static bool match_path(const View *view, Fulfils *fulfils, const char *what, const char *path, Matches *matches,
                       GError **error) {
  g_autofree char *valid = g_utf8_make_valid(path, -1);
  g_autoptr(GPatternSpec) pattern = g_pattern_spec_new(valid);
  const bool good = match_members(view, VIEW_CODE, fulfils, pattern, matches);
  g_autofree char *message = g_strdup_printf("no code segment is in %s %%s", what);
  return good || fail(error, message, path);
}

static bool of_kind(const Profile *profile, uint32_t bin, const void *kinds) {
  return g_strv_contains(kinds, profile->bins[bin].kind);
}

static bool is_kind(const Profile *profile, const char *kind) {
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (strcmp(profile->bins[i].kind, kind) == 0) return true;
  return false;
}

static bool match_kinds(const View *view, const char *list, Matches *matches, GError **error) {
  g_auto(GStrv) kinds = g_strsplit(list, ",", -1);
  if (*kinds == NULL) return fail(error, "no data bin is of kind %s", list);
  for (char **kind = kinds; *kind != NULL; kind++) {
    if (is_kind(view->profile, g_strstrip(*kind))) continue;
    UiNearest nearest;
    ui_nearest_start(&nearest, *kind);
    for (uint32_t i = 0; i < view->profile->n_bins; i++) ui_nearest_offer(&nearest, view->profile->bins[i].kind);
    const char *near = ui_nearest_take(&nearest);
    g_autofree char *printable = near != NULL ? ui_text_escaped(near) : NULL;
    g_autofree char *message = near != NULL
                                   ? g_strdup_printf("no data bin is of kind %%s; the nearest is '%s'", printable)
                                   : g_strdup("no data bin is of kind %s");
    return fail(error, message, *kind);
  }
  return match_members(view, VIEW_DATA, of_kind, kinds, matches);
}

static bool match_selector(const View *view, ViewAxisKind axis, const char *selector, Matches *matches,
                           GError **error) {
  ViewSelection selection;
  if (!view_select(view, axis, selector, &selection, error)) return false;
  matches->picked[axis] = g_steal_pointer(&selection.picked);
  return true;
}

/* Marks the code and the data that the rank `typed` has used. */
static bool match_rank(const View *view, const char *typed, Matches *matches, GError **error) {
  const Profile *profile = view->profile;
  guint64 number;
  if (!profile->of_ranks) return fail(error, "this is the profile of one process: it has no rank %s", typed);
  if (!g_ascii_string_to_unsigned(typed, 10, 0, G_MAXUINT64, &number, NULL) ||
      view_ranks_find(profile, number) == profile->n_ranks)
    return fail(error, "there is no rank %s: see ranks", typed);
  const uint32_t rank = view_ranks_find(profile, number);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) matches->picked[axis] = new_matches(view, axis);
  for (uint32_t i = 0; i < profile->n_rank_codes; i++)
    if (profile->rank_codes[i].rank == rank)
      matches->picked[VIEW_CODE][view->axes[VIEW_CODE].rank_of[profile->rank_codes[i].segment]] = true;
  for (uint32_t i = 0; i < profile->n_rank_data; i++)
    if (profile->rank_data[i].rank == rank)
      matches->picked[VIEW_DATA][view->axes[VIEW_DATA].rank_of[profile->rank_data[i].bin]] = true;
  return true;
}

/* A condition of the form KEY OPERATOR NUMBER[%]. */
typedef struct {
  ViewSort key;
  bool less, equal; /* the operator: whether it contains <, and whether it contains = */
  double number;
  bool percent;
} Threshold;

static bool find_key(const char *text, size_t length, ViewSort *key, GError **error) {
  g_autofree char *name = g_strndup(text, length);
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (unsigned i = 0; i < VIEW_SORTS; i++) {
    if (i == VIEW_SORT_NAME) continue;
    ui_nearest_offer(&nearest, view_sort_key((ViewSort)i));
    if (g_ascii_strcasecmp(view_sort_key((ViewSort)i), name) != 0) continue;
    *key = (ViewSort)i;
    ui_nearest_take(&nearest);
    return true;
  }
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *message = near != NULL ? g_strdup_printf("there is no amount %%s; the nearest is '%s'", near)
                                          : g_strdup("there is no amount %s: see help sort");
  return fail(error, message, name);
}

static bool read_threshold(const char *condition, Threshold *threshold, GError **error) {
  static const char forms[] =
      "a filter is code:NAME, data:NAME, object:FILE, file:FILE, kind:KIND, rank:N or an amount as in stall>=1%, not ";
  const char *sign = strpbrk(condition, "<>");
  if (sign == NULL) {
    g_autofree char *printable = ui_text_escaped(condition);
    return ui_fail(error, VIEW_SELECT_ERROR, 0, "%s'%s'", forms, printable);
  }
  if (!find_key(condition, (size_t)(sign - condition), &threshold->key, error)) return false;
  threshold->less = *sign == '<';
  threshold->equal = sign[1] == '=';
  const char *digits = sign + 1 + threshold->equal;
  char *end;
  threshold->number = g_ascii_strtod(digits, &end);
  threshold->percent = *end == '%' || threshold->key == VIEW_SORT_RATE;
  if (*end == '%' && threshold->key == VIEW_SORT_MPKI)
    return fail(error, "mpki is misses per 1000 instructions, not a percentage: %s", digits);
  if (g_ascii_isdigit(*digits) && strcmp(end, *end == '%' ? "%" : "") == 0) return true;
  return fail(error, "an amount is a number, as 1000, or a percentage of the total, as 2.5%, not %s", digits);
}

static bool reaches(const View *view, ViewAxisKind axis, const ViewItem *item, const Threshold *threshold) {
  double amount, whole = 1;
  if (threshold->key == VIEW_SORT_MPKI) {
    amount = view_mpki(view, axis, item);
  } else if (threshold->key == VIEW_SORT_RATE) {
    amount = (double)profile_counts_misses(&item->counts);
    whole = (double)profile_counts_references(&item->counts);
  } else {
    amount = (double)view_metric_of((ViewMetric)threshold->key, &item->counts);
    if (threshold->percent) whole = (double)view_metric_of((ViewMetric)threshold->key, &view->profile->totals.counts);
  }
  amount = ui_text_ratio(amount, whole) * (threshold->percent ? 100 : 1);
  if (amount == threshold->number) return threshold->equal;
  return (amount < threshold->number) == threshold->less;
}

static bool match_threshold(const View *view, const char *condition, const char *only_axis, Matches *matches,
                            GError **error) {
  Threshold threshold = {0};
  if (!read_threshold(condition, &threshold, error)) return false;
  if (!view_knows(view, threshold.key))
    return fail(error, "this profile is made of samples: it has misses, but no %s", view_sort_key(threshold.key));
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    if (only_axis != NULL && strcmp(only_axis, axis == VIEW_CODE ? "code" : "data") != 0) continue;
    matches->picked[axis] = new_matches(view, axis);
    for (uint32_t rank = 0; rank < view_size(view, axis); rank++)
      matches->picked[axis][rank] = reaches(view, axis, view_item(view, axis, rank), &threshold);
  }
  return true;
}

static bool match(const View *view, const char *condition, const char *axis, Matches *matches, GError **error) {
  const char *value = strchr(condition, ':');
  const size_t word = value != NULL ? (size_t)(value - condition) : 0;
  const bool named = value != NULL && memchr(condition, '<', word) == NULL && memchr(condition, '>', word) == NULL;
  if (axis != NULL && (named || (strcmp(axis, "code") != 0 && strcmp(axis, "data") != 0)))
    return fail(error,
                named ? "this condition already names its axis: leave out %s"
                      : "amounts are those of code or of data, not of %s",
                axis);
  if (g_str_has_prefix(condition, "code:")) return match_selector(view, VIEW_CODE, value + 1, matches, error);
  if (g_str_has_prefix(condition, "data:")) return match_selector(view, VIEW_DATA, value + 1, matches, error);
  if (g_str_has_prefix(condition, "object:"))
    return match_path(view, in_object, "an object", value + 1, matches, error);
  if (g_str_has_prefix(condition, "file:")) return match_path(view, in_file, "a file", value + 1, matches, error);
  if (g_str_has_prefix(condition, "kind:")) return match_kinds(view, value + 1, matches, error);
  if (g_str_has_prefix(condition, "rank:")) return match_rank(view, value + 1, matches, error);
  return match_threshold(view, condition, axis, matches, error);
}

/* Replaces the marks of matching items by marks of the items to hide. Returns whether any item remains visible. */
static bool leaves_any(const View *view, ViewAxisKind axis, bool only, bool *picked) {
  bool any = false;
  for (uint32_t rank = 0; rank < view_size(view, axis); rank++) {
    picked[rank] = picked[rank] != only;
    any |= rank < view_shown(view, axis) && !picked[rank];
  }
  return any;
}

static bool apply(View *view, bool only, const char *condition, const char *axis_name, Matches *matches,
                  GError **error) {
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (matches->picked[axis] != NULL && !leaves_any(view, axis, only, matches->picked[axis])) {
      g_autofree char *message = g_strdup_printf("no %s would be left with %%s", view_axis_name(axis));
      return fail(error, message, condition);
    }
  g_autofree char *printable = ui_text_escaped(condition);
  g_autofree char *words = g_strdup_printf("%s %s%s%s", only ? "only" : "hide", printable, axis_name != NULL ? " " : "",
                                           axis_name != NULL ? axis_name : "");
  const char *filter = words;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    if (matches->picked[axis] == NULL) continue;
    view_hide(view, axis, matches->picked[axis], filter);
    filter = NULL;
  }
  return true;
}

bool view_filter(View *view, bool only, const char *condition, const char *axis, GError **error) {
  Matches matches = {{NULL}};
  const bool good = match(view, condition, axis, &matches, error) &&
                    apply(view, only, condition, axis, &matches, error);
  for (unsigned i = 0; i < VIEW_AXES; i++) g_free(matches.picked[i]);
  return good;
}
