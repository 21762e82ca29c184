/* SPDX-License-Identifier: GPL-2.0-or-later
 * view.h: the matrix of code segments and data bins of a profile, ranked, with the user's names and combinations.
 *
 * An item is a row (code) or a column (data): one segment or bin of the profile, or several combined. The items of an
 * axis are ranked, hottest first unless the user sorts them otherwise; an item's rank is its number in the legends.
 * Hidden items follow the shown ones, and items without references follow those: they are in the profile because other
 * records refer to them. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_items.h"
#include "ui/view/view_metric.h"

/* The sort key of the items: a ViewMetric, or one of these. */
typedef enum { VIEW_SORT_RATE = VIEW_METRICS, VIEW_SORT_MPKI, VIEW_SORT_NAME, VIEW_SORTS } ViewSort;

typedef struct {
  const Profile *profile;
  const ViewLabels *labels; /* by axis */
  ViewMetric metric;        /* shown in the matrix */
  ViewSort sort;            /* key of the ranking */
  bool up;                  /* ascending order */
  GPtrArray *filters;       /* char *: active conditions as text, in the order in which they were set */
  bool held;                /* see view_hold() */
  ViewAxis axes[VIEW_AXES];
  ViewLevelState levels;
} View;

/* Returns the view of a profile without names or combinations of the user; `labels` (VIEW_AXES elements) are its
 * names. Both must outlive it. Ranked by stall cycles; if the profile has none, by misses, or else by references. */
View *view_new(const Profile *profile, const ViewLabels *labels);
void view_free(View *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(View, view_free)

/* Returns a copy: changes of one do not affect the other. */
View *view_copy(const View *view);

/* Returns the name of the view's metric in "Percentage of Total ...": "Memory Stall Time". */
const char *view_metric_name(const View *view);

/* Returns the value of the view's metric. */
uint64_t view_metric(const View *view, const ProfileCounts *counts);

/* Return the item of a rank on an axis, and the number of items. */
const ViewItem *view_item(const View *view, ViewAxisKind axis, uint32_t rank);
uint32_t view_size(const View *view, ViewAxisKind axis);

/* Return the number of items with references, which come first by rank, and of those, the number of items that are
 * not filtered out, which again come first. */
uint32_t view_used(const View *view, ViewAxisKind axis);
uint32_t view_shown(const View *view, ViewAxisKind axis);

/* Returns the key that users type for sorting: the key of a metric, "rate", "mpki" or "name". */
const char *view_sort_key(ViewSort sort);

/* Returns the name of a sort key on screens: "Memory Stall Time", "Miss Rate". */
const char *view_sort_title(const View *view, ViewSort sort);

/* Returns the misses of an item per thousand instructions. For a row, the instructions are those of its own code; for a
 * column, those of the whole program. */
double view_mpki(const View *view, ViewAxisKind axis, const ViewItem *item);

/* Returns the miss rate of an item in percent. */
double view_rate(const ViewItem *item);

/* Returns whether the profile has the sort key: one made of samples has misses and names. */
bool view_knows(const View *view, ViewSort sort);

/* Ranks both axes again. If the key is a metric, the matrix shows it from then on. */
void view_sort(View *view, ViewSort sort, bool up);

/* Hides the items whose rank has hide[rank] set (view_size() elements), in addition to those hidden before, and
 * records `filter`, a printable condition, unless NULL. Returns false, and changes nothing, if no item of the axis
 * would remain. A new item is hidden if everything in it is hidden. */
bool view_hide(View *view, ViewAxisKind axis, const bool *hide, const char *filter);

/* Shows all items again. */
void view_show_all(View *view);

/* Returns "code segment" or "data bin", for messages. */
const char *view_axis_name(ViewAxisKind axis);

/* Return the rank of the item of a cell's place or bin. */
uint32_t view_row(const View *view, uint32_t place);
uint32_t view_column(const View *view, uint32_t bin);

/* Renames the item of that rank, whose rank can change. Returns false, and changes nothing, if the name (after
 * escaping) is that of another item of the axis, or empty, or all digits, as legend numbers are. */
bool view_rename(View *view, ViewAxisKind axis, uint32_t rank, const char *name);

/* Combines the items whose rank has picked[rank] set (view_size() elements; at least one) to one called `name`,
 * and ranks the axis again. Returns false, and changes nothing, if the name is invalid as above. */
bool view_combine(View *view, ViewAxisKind axis, const bool *picked, const char *name);

/* Removes all names and combinations of the user. */
void view_forget_names(View *view);

/* Gives the view levels of data (by ViewLevel), which must outlive it. All data stay at the level of call paths, as
 * without levels. */
void view_set_levels(View *view, const ViewLevelGroups *groups);

/* Shows the data bins whose rank has picked[rank] set (view_size() elements; NULL: all) at a level, with all
 * others in the same column of that level, and ranks the axis again. Named and combined items stay unchanged. The
 * view must have levels. */
void view_set_level(View *view, const bool *picked, ViewLevel level);

/* Shows the code of inlined functions in the rows of the functions that contain it (`whole`), or in rows of their own,
 * as in a new view. Named and combined items stay unchanged. */
void view_set_whole_functions(View *view, bool whole);

/* Restores the level of each data bin: level_of[bin] is an earlier view->levels.of[bin]. Named and combined items
 * stay unchanged. The view must have levels. */
void view_set_level_of(View *view, const uint8_t *level_of);

/* Returns the level of all data with references (of all, if there are none). VIEW_LEVELS: they are at several. */
ViewLevel view_level(const View *view);

/* With `hold`, renaming and combining postpone the ranking: ranks are then unordered, until a call without. */
void view_hold(View *view, bool hold);

/* Returns the view's metric, summed up over cells: the item of rank r adds to row row_of[r] of the result, which has
 * `rows` rows; likewise for columns. rows * columns values, row by row, owned by the caller. */
uint64_t *view_matrix(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                      uint32_t columns);

/* As view_matrix(), for the batches of a sampled run: profile->n_batches values for each cell of the result
 * (view_estimate.h). NULL: not known for the metric. */
uint64_t *view_batches(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                       uint32_t columns);
